package dev.plumb.profile.flame;

import java.util.Arrays;

/// How much of each node's weight comes from which place in the source.
final class NodePlaces {
    private final PairNumbers pairs = new PairNumbers();
    private final IntList node = new IntList();
    private final IntList place = new IntList();
    private long[] weights = new long[64];

    /// Adds to a node's weight at a place; a weight of nothing still counts as seen.
    void add(int nodeNumber, int placeNumber, long weight) {
        int pair = pairs.number(nodeNumber, placeNumber);
        if (pair == node.size()) {
            node.add(nodeNumber);
            place.add(placeNumber);
            if (pair == weights.length) {
                weights = Arrays.copyOf(weights, pair * 2);
            }
        }
        weights[pair] += weight;
    }

    /// The place with the most weight of each of `nodes` nodes, the earlier one of two equals, -1 where there is none.
    int[] heaviest(int nodes) {
        int[] best = new int[nodes];
        long[] most = new long[nodes];
        Arrays.fill(best, -1);
        for (int pair = 0; pair < node.size(); pair++) {
            int at = node.at(pair);
            if (best[at] < 0 || weights[pair] > most[at]) {
                best[at] = place.at(pair);
                most[at] = weights[pair];
            }
        }
        return best;
    }

    /// How many different places each node has.
    int[] counts(int nodes) {
        int[] counts = new int[nodes];
        for (int pair = 0; pair < node.size(); pair++) {
            counts[node.at(pair)]++;
        }
        return counts;
    }
}
