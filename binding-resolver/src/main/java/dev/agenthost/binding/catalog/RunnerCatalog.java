package dev.agenthost.binding.catalog;

import dev.agenthost.protocol.form.FormParseResult;
import dev.agenthost.protocol.id.RunnerId;
import dev.agenthost.protocol.runner.KnownRunner;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The runners that this replica has read. The latest record of each runner applies; a repetition changes nothing. */
public final class RunnerCatalog {
    private record Heard(KnownRunner runner, FormParseResult form) {}

    private final Map<String, Heard> byId = new ConcurrentHashMap<>();

    public void take(KnownRunner said) {
        byId.put(said.recordKey(), new Heard(said, FormParseResult.read(said.configSchema())));
    }

    public void forget(String runnerId) {
        byId.remove(runnerId);
    }

    public RunnerAvailability of(RunnerId runner, String workspaceId) {
        Heard heard = byId.get(runner.toString());
        if (heard == null) {
            return new RunnerAvailability.Unknown();
        }
        return heard.runner().mayServe(workspaceId)
                ? new RunnerAvailability.Known(heard.form())
                : new RunnerAvailability.NotAuthorized();
    }
}
