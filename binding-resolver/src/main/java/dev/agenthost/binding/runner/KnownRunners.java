package dev.agenthost.binding.runner;

import dev.agenthost.protocol.form.FormReading;
import dev.agenthost.protocol.id.RunnerId;
import dev.agenthost.protocol.runner.KnownRunner;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** All that this replica has heard of runners. The latest word of each counts, and saying it again changes nothing. */
public final class KnownRunners {
    private record Heard(KnownRunner runner, FormReading form) {}

    private final Map<String, Heard> byId = new ConcurrentHashMap<>();

    public void take(KnownRunner said) {
        byId.put(said.recordKey(), new Heard(said, FormReading.read(said.configSchema())));
    }

    public void forget(String runnerId) {
        byId.remove(runnerId);
    }

    public Standing of(RunnerId runner, String workspaceId) {
        Heard heard = byId.get(runner.toString());
        if (heard == null) {
            return new Standing.Unknown();
        }
        return heard.runner().mayServe(workspaceId) ? new Standing.Known(heard.form()) : new Standing.NotAuthorized();
    }
}
