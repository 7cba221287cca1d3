package dev.agenthost.walk.platform;

import dev.agenthost.protocol.result.InteractionAction;
import dev.agenthost.protocol.result.InteractionRequest;
import dev.agenthost.sdk.RunnerPlugin;
import dev.agenthost.sdk.RunnerSpec;
import java.util.List;
import java.util.Map;

/** An agent that asks {@code Deploy?} with the buttons Yes and No, and repeats the response: {@code no of deploy}. */
final class AskingAgent {
    static final String ID = "plugin:walk/buttons/default";

    private AskingAgent() {}

    static RunnerPlugin plugin() {
        RunnerSpec spec = RunnerSpec.named("default")
                .capabilities("streaming", "interactions")
                .permissions(Map.of("interactions", List.of("request")));
        return RunnerPlugin.of("walk", "buttons").runner(spec, (context, out, api) -> {
            if (context.input().interaction() == null) {
                out.ask(
                        new InteractionRequest(
                                "deploy",
                                InteractionRequest.Kind.CONFIRMATION,
                                "Deploy?",
                                null,
                                List.of(),
                                List.of(
                                        new InteractionAction("yes", "Yes", InteractionAction.Style.PRIMARY),
                                        new InteractionAction("no", "No", InteractionAction.Style.DANGER)),
                                null,
                                "Reply yes or no."),
                        List.of());
                out.completed("waiting");
            } else {
                out.message(context.input().interaction().actionId() + " of "
                        + context.input().interaction().interactionId());
            }
        });
    }
}
