package dev.agenthost.orchestrator.session;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** The runs that may call the host at this moment, each on its own connection and under the id its runner was told. */
public final class Sessions {
    private record Name(String connectionId, String seenRunId) {}

    private final Map<Name, RunSession> open = new ConcurrentHashMap<>();

    public void open(RunSession session) {
        open.put(name(session), session);
    }

    public void close(RunSession session) {
        open.remove(name(session), session);
        session.end();
    }

    /** Another connection's run does not exist here. */
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
