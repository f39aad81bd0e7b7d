import org.jspecify.annotations.NullMarked;

/// Profiles: stacks, samples and histograms, and their file formats, written and read. Needs nothing but the JDK.
@NullMarked
module dev.plumb.profile {
    requires static transitive org.jspecify;
    requires java.net.http;

    exports dev.plumb.profile;
    exports dev.plumb.profile.analysis;
    exports dev.plumb.profile.flame;
    exports dev.plumb.profile.format;
    exports dev.plumb.profile.json;
    exports dev.plumb.profile.push;
}
