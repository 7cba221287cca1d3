package dev.agenthost.binding.langbot;

import dev.agenthost.protocol.json.WireName;
import java.util.List;

/**
 * Result of an import.
 *
 * @param dryRun whether nothing was written
 * @param findings everything that was not taken over as it is
 */
public record ImportReport(boolean dryRun, List<ImportedAgent> agents, List<Finding> findings) {

    /** Outcome for one agent or one binding. */
    public enum Action implements WireName {
        /** It was made; in a dry run, it would be. */
        CREATED,
        /** It is there already, as it would be made. */
        UNCHANGED,
        /** It is there with other settings, and was left as it is. */
        KEPT,
        /** It was not made; a finding gives the reason. */
        REFUSED
    }

    /**
     * One pipeline.
     *
     * @param enabled whether one of its bindings answers
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
