package dev.agenthost.orchestrator.walk;

import dev.agenthost.protocol.Envelopes;
import dev.agenthost.protocol.Resolutions;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.id.RunnerId;
import dev.agenthost.protocol.run.DeadlinePolicy;
import dev.agenthost.protocol.run.Resolution;
import dev.agenthost.protocol.run.RetryPolicy;
import dev.agenthost.protocol.run.TurnPolicy;
import java.util.UUID;

/** Run requests for tests, each in a conversation of its own unless one is named. */
public final class RunRequests {
    private static final RunnerId SCRIPTED = RunnerId.parse(ScriptedRunners.RUNNER);

    private RunRequests() {}

    public static Resolution of(String script) {
        return in(conversation(), script);
    }

    public static Resolution in(String conversation, String script) {
        return with(conversation, script, TurnPolicy.SERIAL, RetryPolicy.NEVER, DeadlinePolicy.defaults());
    }

    public static Resolution retried(RetryPolicy retry, String script) {
        return with(conversation(), script, TurnPolicy.SERIAL, retry, DeadlinePolicy.defaults());
    }

    public static Resolution limited(int queueSeconds, int runSeconds, String script) {
        return with(
                conversation(),
                script,
                TurnPolicy.SERIAL,
                RetryPolicy.NEVER,
                new DeadlinePolicy(queueSeconds, runSeconds));
    }

    public static Resolution with(
            String conversation, String script, TurnPolicy turn, RetryPolicy retry, DeadlinePolicy deadline) {
        return Resolutions.bound(event(conversation, script), Resolutions.binding(SCRIPTED, turn, retry, deadline));
    }

    public static Resolution by(RunnerId runner, int queueSeconds) {
        return Resolutions.bound(
                event(conversation(), "say 1"),
                Resolutions.binding(
                        runner, TurnPolicy.SERIAL, RetryPolicy.NEVER, new DeadlinePolicy(queueSeconds, 60)));
    }

    public static EventEnvelope event(String conversation, String script) {
        return Envelopes.message(
                "demo", "demo", conversation, null, UUID.randomUUID().toString(), script);
    }

    public static String conversation() {
        return UUID.randomUUID().toString();
    }
}
