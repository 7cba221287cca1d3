package dev.agenthost.runners.actiongraph.execution;

import dev.agenthost.actiongraph.action.ActionDescription;
import dev.agenthost.actiongraph.graph.Suspension;
import dev.agenthost.protocol.error.InvalidFieldException;
import dev.agenthost.protocol.result.InteractionRequest;
import dev.agenthost.runners.actiongraph.registry.ConfiguredExecutor;
import dev.agenthost.runners.actiongraph.registry.GrantedExecutors;
import dev.agenthost.sdk.RunOutput;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * Asks people by questions of the host; the response is the output of the action.
 *
 * @param person ids of those who answer where the configuration names nobody; empty for the person of the event
 */
public record PersonQuestions(GrantedExecutors granted, RunOutput out, List<String> person) {
    public PersonQuestions {
        person = List.copyOf(person);
    }

    ActionOutcome ask(ActionCall call) {
        if (!hasQuestion(call)) {
            return ActionOutcome.refused("input.invalid", "`question` is missing.");
        }
        InteractionRequest question;
        try {
            question = PersonQuestion.of(call.name(), call.task(), call.input());
        } catch (InvalidFieldException wrong) {
            return ActionOutcome.refused("input.invalid", "`" + wrong.field() + "` " + wrong.why() + ".");
        }
        List<String> configured = granted.configuration(call.executor())
                .map(ConfiguredExecutor::actors)
                .orElse(List.of());
        out.ask(question, configured.isEmpty() ? person : configured);
        return new ActionOutcome.Suspended(Suspension.PERSON, null, null);
    }

    private static boolean hasQuestion(ActionCall call) {
        ActionDescription words = call.action().description();
        return call.input().hasNonNull("question")
                || call.action().input().prompt() != null
                || Stream.of(words.text(), words.title(), words.operation()).anyMatch(Objects::nonNull);
    }
}
