package dev.agenthost.actiongraph.condition;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.actiongraph.reference.Reference;
import dev.agenthost.actiongraph.reference.ReferenceMember;
import dev.agenthost.actiongraph.validation.ObjectReader;
import dev.agenthost.actiongraph.validation.Rule;
import org.jspecify.annotations.Nullable;

/** Reads conditions and loops out of JSON. */
public final class ConditionMember {
    private static final String FOR_EACH = "for_each";
    private static final String UNTIL = "until";
    private static final int MAX_DELAY_SECONDS = 3_600;

    private ConditionMember() {}

    /** Reads a condition; null if it is absent, or after an error was added. */
    public static @Nullable Condition condition(ObjectReader owner, String member) {
        JsonNode value = owner.find(member);
        if (value == null) {
            return null;
        }
        if (!value.isTextual()) {
            owner.error(member, Rule.FIELD_TYPE, "must be a string such as \"action:a.output.count > 0\"");
            return null;
        }
        return switch (ConditionParser.parse(value.textValue())) {
            case ConditionSyntax.Parsed parsed -> parsed.condition();
            case ConditionSyntax.Malformed malformed -> {
                owner.error(member, Rule.CONDITION_SYNTAX, malformed.why());
                yield null;
            }
        };
    }

    /** Reads a loop; null if it is absent, or after an error was added. */
    public static @Nullable Loop loop(ObjectReader action) {
        ObjectReader loop = action.object("loop");
        if (loop == null) {
            return null;
        }
        JsonNode listValue = loop.find(FOR_EACH);
        Reference list =
                listValue == null ? null : ReferenceMember.read(listValue, loop.path(FOR_EACH), loop.violations());
        boolean hasCondition = loop.find(UNTIL) != null;
        Condition condition = condition(loop, UNTIL);
        Integer iterations = loop.integer("max_iterations", 1, Loop.MAX_ITERATIONS);
        Integer parallel = loop.integer("max_parallel", 1, Loop.MAX_PARALLEL);
        Integer delay = loop.integer("delay_seconds", 0, MAX_DELAY_SECONDS);
        loop.require("max_iterations", "a loop needs a limit of 1 to " + Loop.MAX_ITERATIONS + " iterations");
        loop.finish();
        if (hasCondition == (listValue != null)) {
            loop.violations().error(loop.path(), Rule.FIELD_CONFLICT, "must have either for_each or until");
            return null;
        }
        if (iterations == null) {
            return null;
        }
        if (list != null) {
            return new Loop.ForEach(list, iterations, parallel == null ? 1 : parallel);
        }
        return condition == null ? null : new Loop.Until(condition, iterations, delay == null ? 0 : delay);
    }
}
