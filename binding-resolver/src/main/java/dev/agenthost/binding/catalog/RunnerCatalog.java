package dev.agenthost.binding.catalog;

import dev.agenthost.protocol.form.FormParseResult;
import dev.agenthost.protocol.id.RunnerId;
import dev.agenthost.protocol.runner.KnownRunner;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The runners that this replica has read. The latest record of each runner applies; a repetition changes nothing. */
public final class RunnerCatalog {
    private record DirectoryEntry(KnownRunner runner, FormParseResult form) {}

    private final Map<String, DirectoryEntry> byId = new ConcurrentHashMap<>();

    public void take(KnownRunner knownRunner) {
        byId.put(
                knownRunner.recordKey(),
                new DirectoryEntry(knownRunner, FormParseResult.read(knownRunner.configSchema())));
    }

    public void forget(String runnerId) {
        byId.remove(runnerId);
    }

    public RunnerAvailability of(RunnerId runner, String workspaceId) {
        DirectoryEntry entry = byId.get(runner.toString());
        if (entry == null) {
            return new RunnerAvailability.Unknown();
        }
        return entry.runner().mayServe(workspaceId)
                ? new RunnerAvailability.Known(entry.form())
                : new RunnerAvailability.NotAuthorized();
    }
}
