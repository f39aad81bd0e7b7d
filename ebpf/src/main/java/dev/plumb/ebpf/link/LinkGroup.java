package dev.plumb.ebpf.link;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/// Several links that live and die together, such as one for each CPU.
public final class LinkGroup implements Link {
    private final List<Link> links;

    private LinkGroup(List<Link> links) {
        this.links = links;
    }

    /// Groups links that exist.
    public static LinkGroup of(List<? extends Link> links) {
        return new LinkGroup(List.copyOf(links));
    }

    /// Attaches to each target; if one fails, those before it are closed again.
    static <T> LinkGroup attachAll(Iterable<T> targets, Function<T, Link> attach) {
        List<Link> links = new ArrayList<>();
        try {
            for (T target : targets) {
                links.add(attach.apply(target));
            }
        } catch (RuntimeException e) {
            links.forEach(Link::close);
            throw e;
        }
        return new LinkGroup(links);
    }

    public List<Link> links() {
        return List.copyOf(links);
    }

    @Override
    public String means() {
        return links.stream()
                .collect(Collectors.groupingBy(Link::means, java.util.TreeMap::new, Collectors.counting()))
                .entrySet()
                .stream()
                .map(entry -> entry.getValue() + " x " + entry.getKey())
                .collect(Collectors.joining(", "));
    }

    @Override
    public void close() {
        links.forEach(Link::close);
    }
}
