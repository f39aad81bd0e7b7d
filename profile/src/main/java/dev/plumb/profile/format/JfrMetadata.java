package dev.plumb.profile.format;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Writes the metadata event of a JFR chunk: a table of strings, then a tree of elements with attributes.
///
/// ```
/// root
///   metadata
///     class  name, id, superType
///       field  name, class, constantPool, dimension
///         annotation  class, value
///   region  locale, gmtOffset
/// ```
final class JfrMetadata {
    private record Element(String name, Map<String, String> attributes, List<Element> children) {
        static Element of(String name) {
            return new Element(name, new LinkedHashMap<>(), new ArrayList<>());
        }

        Element with(String key, String value) {
            attributes.put(key, value);
            return this;
        }
    }

    private final Map<String, Integer> strings = new LinkedHashMap<>();

    private JfrMetadata() {}

    /// The whole event.
    static JfrBuffer event() {
        JfrMetadata metadata = new JfrMetadata();
        JfrBuffer tree = new JfrBuffer();
        metadata.write(root(), tree);
        JfrBuffer body = new JfrBuffer().number(JfrType.METADATA.id());
        body.number(0).number(0).number(1).number(metadata.strings.size());
        metadata.strings.keySet().forEach(body::text);
        body.append(tree);
        return new JfrBuffer().padded(body.size() + 4).append(body);
    }

    private static Element root() {
        Element types = Element.of("metadata");
        for (JfrType type : JfrType.values()) {
            if (type.javaName() != null) {
                types.children().add(classOf(type, type.javaName()));
            }
        }
        Element root = Element.of("root");
        root.children().add(types);
        root.children().add(Element.of("region").with("locale", "en_US").with("gmtOffset", "0"));
        return root;
    }

    private static Element classOf(JfrType type, String name) {
        Element element = Element.of("class").with("name", name).with("id", Integer.toString(type.id()));
        if (type.superType() != null) {
            element.with("superType", type.superType());
        }
        if (type == JfrType.SYMBOL || type == JfrType.FRAME_TYPE || type == JfrType.THREAD_STATE) {
            element.with("simpleType", "true");
        }
        for (JfrType.Field field : type.fields()) {
            Element child = Element.of("field")
                    .with("name", field.name())
                    .with(
                            "class",
                            Integer.toString(JfrType.valueOf(field.type()).id()));
            if (field.pooled()) {
                child.with("constantPool", "true");
            }
            if (field.array()) {
                child.with("dimension", "1");
            }
            if (field.name().equals("startTime")) {
                child.children()
                        .add(Element.of("annotation")
                                .with("class", Integer.toString(JfrType.TIMESTAMP.id()))
                                .with("value", "TICKS"));
            }
            element.children().add(child);
        }
        if (type.isEvent()) {
            element.children()
                    .add(Element.of("annotation")
                            .with("class", Integer.toString(JfrType.LABEL.id()))
                            .with("value", label(type)));
        }
        return element;
    }

    private static String label(JfrType type) {
        return switch (type) {
            case EXECUTION_SAMPLE -> "Method Profiling Sample";
            case PLUMB_SAMPLE -> "Plumb Sample";
            default -> "Plumb Profile";
        };
    }

    private void write(Element element, JfrBuffer out) {
        out.number(string(element.name())).number(element.attributes().size());
        element.attributes().forEach((key, value) -> out.number(string(key)).number(string(value)));
        out.number(element.children().size());
        element.children().forEach(child -> write(child, out));
    }

    private int string(String text) {
        Integer known = strings.putIfAbsent(text, strings.size());
        return known == null ? strings.size() - 1 : known;
    }
}
