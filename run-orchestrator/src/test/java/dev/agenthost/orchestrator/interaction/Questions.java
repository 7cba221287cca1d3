package dev.agenthost.orchestrator.interaction;

import dev.agenthost.orchestrator.ClaimedRuns;
import dev.agenthost.orchestrator.run.ClaimedRun;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import dev.agenthost.protocol.result.InteractionRequest;
import java.time.Instant;
import java.util.List;

/** Questions of tests. */
public final class Questions {
    private Questions() {}

    /** A question with two buttons, a choice that is required and four further fields. */
    public static InteractionRequest deployment() {
        return read("""
                {"interaction_id":"deploy-1","kind":"form","title":"Deploy?","fallback_text":"Reply approve or reject.",
                 "fields":[
                  {"id":"priority","label":"Priority","type":"select","required":true,
                   "options":[{"value":"normal","label":"Normal"},{"value":"urgent","label":"Urgent"}]},
                  {"id":"regions","label":"Regions","type":"multiselect","options":[{"value":"eu","label":"EU"},{"value":"us","label":"US"}]},
                  {"id":"note","label":"Note","type":"textarea"},
                  {"id":"share","label":"Share","type":"number"},
                  {"id":"quiet","label":"Quiet","type":"boolean"}],
                 "actions":[{"id":"approve","label":"Approve","style":"primary"},{"id":"reject","label":"Reject","style":"danger"}]}""");
    }

    public static InteractionRequest read(String json) {
        try {
            return InteractionRequest.read(ProtocolCodec.readTree(json));
        } catch (UndecodableException e) {
            throw new IllegalArgumentException(e.field() + " " + e.why(), e);
        }
    }

    public static Question asked(ClaimedRun run, List<String> actors, Instant now) {
        return Question.of(run, deployment(), actors, now);
    }

    public static Question asked(Instant now) {
        return asked(ClaimedRuns.claimed(), List.of(), now);
    }
}
