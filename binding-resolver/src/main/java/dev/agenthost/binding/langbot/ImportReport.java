package dev.agenthost.binding.langbot;

import dev.agenthost.protocol.json.WireName;
import java.util.List;

/**
 * Result of an import.
 *
 * @param dryRun true if nothing was written
 * @param findings changed, omitted or open settings
 */
public record ImportReport(boolean dryRun, List<ImportedAgent> agents, List<Finding> findings) {

    /** Outcome for one agent or one binding. */
    public enum Action implements WireName {
        /** Created; in a dry run, not yet. */
        CREATED,
        /** An equal one exists already. */
        UNCHANGED,
        /** Exists with other settings and is unchanged. */
        KEPT,
        /** Not created; a finding gives the reason. */
        REFUSED
    }

    /**
     * One pipeline.
     *
     * @param enabled true if a binding is enabled
     */
    public record ImportedAgent(
            String agentId,
            String name,
            String runnerId,
            Action action,
            boolean enabled,
            List<ImportedBinding> bindings) {
        public ImportedAgent {
            bindings = List.copyOf(bindings);
        }
    }

    /** One bot of a pipeline. */
    public record ImportedBinding(String bindingId, String botId, Action action, boolean enabled) {}

    public ImportReport {
        agents = List.copyOf(agents);
        findings = List.copyOf(findings);
    }
}
