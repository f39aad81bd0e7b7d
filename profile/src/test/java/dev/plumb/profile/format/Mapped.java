package dev.plumb.profile.format;

import dev.plumb.profile.Frame;
import dev.plumb.profile.Profile;
import dev.plumb.profile.ProfileBuilder;
import dev.plumb.profile.Sample;
import dev.plumb.profile.Stack;
import dev.plumb.profile.Task;
import java.util.Map;
import java.util.function.UnaryOperator;

/// Makes a copy of a profile with only what a format can carry, to compare with what was read back.
record Mapped(
        UnaryOperator<Frame> frame,
        UnaryOperator<Task> task,
        UnaryOperator<Map<String, String>> labels,
        boolean errors) {

    static Mapped all() {
        return new Mapped(UnaryOperator.identity(), UnaryOperator.identity(), UnaryOperator.identity(), true);
    }

    Mapped frames(UnaryOperator<Frame> with) {
        return new Mapped(with, task, labels, errors);
    }

    Mapped tasks(UnaryOperator<Task> with) {
        return new Mapped(frame, with, labels, errors);
    }

    Mapped withoutErrors() {
        return new Mapped(frame, task, labels, false);
    }

    static Frame noOffset(Frame frame) {
        return new Frame(
                frame.address(),
                frame.symbol(),
                frame.isUnknown() ? frame.offset() : 0,
                frame.module(),
                frame.file(),
                frame.line(),
                frame.inlined(),
                frame.kind());
    }

    static Frame noAddress(Frame frame) {
        return new Frame(
                0,
                frame.symbol(),
                frame.isUnknown() ? frame.offset() : 0,
                frame.module(),
                frame.file(),
                frame.line(),
                frame.inlined(),
                frame.kind());
    }

    static Frame functionOnly(Frame frame) {
        return new Frame(
                0,
                frame.symbol(),
                frame.isUnknown() ? frame.offset() : 0,
                frame.module(),
                frame.file(),
                0,
                false,
                frame.kind());
    }

    Profile of(Profile profile) {
        ProfileBuilder builder = new ProfileBuilder(profile.tool(), profile.valueTypes())
                .start(profile.start())
                .duration(profile.duration())
                .host(profile.host())
                .loss(profile.loss());
        profile.processes().forEach(builder::process);
        for (Sample sample : profile.samples()) {
            builder.add(
                    task.apply(sample.task()),
                    labels.apply(sample.labels()),
                    stack(sample.kernelStack()),
                    stack(sample.userStack()),
                    sample.values());
        }
        return builder.build();
    }

    private Stack stack(Stack stack) {
        return Stack.of(stack.frames().stream().map(frame).toList(), errors ? stack.error() : null);
    }
}
