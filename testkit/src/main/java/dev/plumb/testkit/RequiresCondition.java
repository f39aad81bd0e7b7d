package dev.plumb.testkit;

import java.util.Optional;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.commons.support.AnnotationSupport;

/// Evaluates [Requires].
final class RequiresCondition implements ExecutionCondition {
    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        Optional<Requires> requires = AnnotationSupport.findAnnotation(context.getElement(), Requires.class);
        if (requires.isPresent()) {
            for (KernelFeature feature : requires.get().value()) {
                Optional<String> missing = feature.missing();
                if (missing.isPresent()) {
                    return ConditionEvaluationResult.disabled(feature + ": " + missing.get());
                }
            }
        }
        return ConditionEvaluationResult.enabled("the kernel has it");
    }
}
