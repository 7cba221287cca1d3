package dev.agenthost.runners.actiongraph.execution;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.agenthost.protocol.event.Delegation;
import dev.agenthost.sdk.RunView;
import dev.agenthost.sdk.host.AgentApiException;
import dev.agenthost.sdk.host.Delegations;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * Gives an action to another agent, and waits for the end of its run. The task has the name of the attempt, so a repetition has the same
 * run; an interrupt cancels it.
 */
final class DelegationExecutor implements ActionExecutor {
    private static final Duration FIRST_DELAY = Duration.ofMillis(200);
    private static final Duration LONGEST_DELAY = Duration.ofSeconds(2);

    private final Delegations delegations;

    DelegationExecutor(Delegations delegations) {
        this.delegations = delegations;
    }

    @Override
    public ActionOutcome execute(ActionCall call) throws InterruptedException {
        try {
            Delegation task = new Delegation(call.callId(), call.executor().name(), null, null);
            String run = delegations.delegate(task, call.task(), null);
            return await(run) ? outcome(delegations.get(run), delegations.results(run)) : interrupted(run);
        } catch (AgentApiException why) {
            return ActionOutcome.failed(
                    "agent.failed", Objects.requireNonNullElse(why.getMessage(), "The agent could not be asked."));
        }
    }

    /** Returns true once the run has ended, false if this thread is interrupted before. */
    private boolean await(String run) {
        Duration delay = FIRST_DELAY;
        try {
            while (!delegations.get(run).hasEnded()) {
                Thread.sleep(delay);
                delay = delay.multipliedBy(2).compareTo(LONGEST_DELAY) < 0 ? delay.multipliedBy(2) : LONGEST_DELAY;
            }
            return true;
        } catch (InterruptedException interrupted) {
            return false;
        }
    }

    private ActionOutcome interrupted(String run) throws InterruptedException {
        delegations.cancel(run, "the action was interrupted");
        throw new InterruptedException();
    }

    /** The messages of the agent are the output of the action. */
    private static ActionOutcome outcome(RunView run, List<ObjectNode> results) {
        String text = results.stream()
                .filter(result -> isOf(result, "message.completed") || isOf(result, "run.completed"))
                .map(result -> text(result.at("/data/message/content")))
                .filter(message -> !message.isBlank())
                .collect(Collectors.joining("\n\n"));
        if (run.status().equals("completed")) {
            return new ActionOutcome.Succeeded(TextNode.valueOf(text));
        }
        String why = results.stream()
                .filter(result -> isOf(result, "run.failed"))
                .map(result -> result.at("/data/code").asText("") + " "
                        + result.at("/data/error").asText(""))
                .map(String::strip)
                .findFirst()
                .orElse("its run was not answered");
        return ActionOutcome.failed("agent.failed", "The agent did not finish: " + why);
    }

    private static boolean isOf(JsonNode result, String type) {
        return result.path("type").asText().equals(type);
    }

    private static String text(JsonNode content) {
        if (content.isTextual()) {
            return content.textValue();
        }
        StringBuilder text = new StringBuilder();
        content.forEach(element -> text.append(element.path("text").asText("")));
        return text.toString();
    }
}
