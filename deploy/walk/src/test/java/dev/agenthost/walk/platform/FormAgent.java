package dev.agenthost.walk.platform;

import dev.agenthost.protocol.result.InteractionField;
import dev.agenthost.protocol.result.InteractionRequest;
import dev.agenthost.sdk.RunnerPlugin;
import dev.agenthost.sdk.RunnerSpec;
import java.util.List;
import java.util.Map;

/** An agent that asks {@code Where to?} with a field for a city, and repeats the response: {@code to Oslo}. */
final class FormAgent {
    static final String ID = "plugin:walk/former/default";

    private static final InteractionRequest QUESTION = new InteractionRequest(
            "address",
            InteractionRequest.Kind.FORM,
            "Where to?",
            null,
            List.of(new InteractionField("city", "City", InteractionField.Type.TEXT, true, List.of(), null, null)),
            List.of(),
            null,
            "Reply with a city.");

    private FormAgent() {}

    static RunnerPlugin plugin() {
        RunnerSpec spec = RunnerSpec.named("default")
                .capabilities("streaming", "interactions")
                .permissions(Map.of("interactions", List.of("request")));
        return RunnerPlugin.of("walk", "former").runner(spec, (context, out, api) -> {
            if (context.input().interaction() == null) {
                out.ask(QUESTION, List.of());
                out.completed("waiting");
            } else {
                out.message("to "
                        + context.input().interaction().values().path("city").asText());
            }
        });
    }
}
