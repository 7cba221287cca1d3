package dev.agenthost.orchestrator.hostapi.dispatch;

import dev.agenthost.protocol.id.RunId;
import dev.agenthost.protocol.id.RunnerId;
import dev.agenthost.protocol.topic.ConversationKey;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** The open sessions, by connection and the run id that the runner knows. */
public final class RunSessionRegistry {
    private record Name(String connectionId, String seenRunId) {}

    /** Identity of an ended run, which may no longer call the host. */
    public record Ended(RunId runId, String workspaceId, RunnerId runnerId, ConversationKey conversationKey) {}

    private static final int MOST_ENDED = 4096;

    private final Map<Name, RunSession> open = new ConcurrentHashMap<>();
    /** Runs that ended last, to identify callers that still name them. Guarded by itself. */
    private final LinkedHashMap<Name, Ended> ended = new LinkedHashMap<>();

    public void open(RunSession session) {
        open.put(name(session), session);
    }

    public void close(RunSession session) {
        if (open.remove(name(session), session)) {
            remember(session);
        }
        session.end();
    }

    private void remember(RunSession session) {
        synchronized (ended) {
            ended.put(
                    name(session),
                    new Ended(session.runId(), session.workspaceId(), session.runnerId(), session.conversationKey()));
            if (ended.size() > MOST_ENDED) {
                ended.pollFirstEntry();
            }
        }
    }

    /** Returns a run of the connection that ended recently. */
    public Optional<Ended> ended(String connectionId, String seenRunId) {
        synchronized (ended) {
            return Optional.ofNullable(ended.get(new Name(connectionId, seenRunId)));
        }
    }

    /** Returns the session of a run of the connection; empty for a run of another connection. */
    public Optional<RunSession> find(String connectionId, String seenRunId) {
        return Optional.ofNullable(open.get(new Name(connectionId, seenRunId)));
    }

    public int size() {
        return open.size();
    }

    private static Name name(RunSession session) {
        return new Name(session.connectionId(), session.seenRunId().toString());
    }
}
