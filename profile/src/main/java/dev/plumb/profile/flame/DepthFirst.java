package dev.plumb.profile.flame;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/// The nodes of a call tree in the order the page wants them: depth first, so that a depth is enough to know a parent;
/// siblings by name, so that the same calls lie the same way in every page.
final class DepthFirst {
    private final CallTree tree;
    private final int[] firstChild;
    private final int[] next;
    private final int[] nodes;
    private final int[] depths;
    private final int[] positions;

    private DepthFirst(CallTree tree) {
        this.tree = tree;
        int size = tree.size();
        firstChild = new int[size + 1];
        next = new int[size];
        nodes = new int[size];
        depths = new int[size];
        positions = new int[size];
    }

    static DepthFirst of(CallTree tree) {
        DepthFirst order = new DepthFirst(tree);
        order.link();
        order.walk();
        return order;
    }

    /// Where a node of the tree stands in this order.
    int position(int node) {
        return node == CallTree.NO_NODE ? CallTree.NO_NODE : positions[node];
    }

    /// A value of each node, in this order.
    int[] map(IntUnaryOperator valueOfNode) {
        return IntStream.of(nodes).map(valueOfNode).toArray();
    }

    int[] depths() {
        return depths.clone();
    }

    /// Links the children of each node; those without a parent hang on slot 0.
    private void link() {
        Arrays.fill(firstChild, -1);
        for (int node = tree.size() - 1; node >= 0; node--) {
            next[node] = firstChild[tree.parent(node) + 1];
            firstChild[tree.parent(node) + 1] = node;
        }
    }

    private void walk() {
        Deque<Integer> pending = new ArrayDeque<>();
        pushChildren(pending, CallTree.NO_NODE);
        for (int at = 0; !pending.isEmpty(); at++) {
            int node = pending.pop();
            int parent = tree.parent(node);
            nodes[at] = node;
            positions[node] = at;
            depths[at] = parent < 0 ? 1 : depths[positions[parent]] + 1;
            pushChildren(pending, node);
        }
    }

    private void pushChildren(Deque<Integer> pending, int parent) {
        List<Integer> children = new ArrayList<>();
        for (int child = firstChild[parent + 1]; child >= 0; child = next[child]) {
            children.add(child);
        }
        if (children.size() > 1) {
            children.sort(Comparator.comparing(this::function, CallTree.Function.ORDER)
                    .reversed());
        }
        children.forEach(pending::push);
    }

    private CallTree.Function function(int node) {
        return tree.functions().get(tree.function(node));
    }
}
