package dev.agenthost.walk.runner;

import dev.agenthost.protocol.event.InteractionSubmission;
import dev.agenthost.protocol.result.InteractionAction;
import dev.agenthost.protocol.result.InteractionRequest;
import dev.agenthost.sdk.RunnerPlugin;
import dev.agenthost.sdk.RunnerSpec;
import java.util.List;
import java.util.Map;

/** Asks ada whether to deploy, ends, and in the run of her response names the button. */
final class QuestionRunner {
    static final String RUNNER_ID = "plugin:walk/asker/default";

    private static final InteractionRequest QUESTION = new InteractionRequest(
            "deploy",
            InteractionRequest.Kind.CONFIRMATION,
            "Deploy?",
            null,
            List.of(),
            List.of(
                    new InteractionAction("approve", "Approve", InteractionAction.Style.PRIMARY),
                    new InteractionAction("reject", "Reject", InteractionAction.Style.DANGER)),
            null,
            "Reply approve or reject.");

    private QuestionRunner() {}

    static RunnerPlugin plugin() {
        RunnerSpec spec = RunnerSpec.named("default")
                .capabilities("streaming", "interactions")
                .permissions(Map.of("interactions", List.of("request")));
        return RunnerPlugin.of("walk", "asker").runner(spec, (context, out, api) -> {
            InteractionSubmission response = context.input().interaction();
            if (response == null) {
                out.ask(QUESTION, List.of("ada"));
                out.completed("waiting");
            } else {
                out.message(response.actionId() + " of " + response.interactionId());
            }
        });
    }
}
