package dev.agenthost.binding.catalog;

import io.smallrye.mutiny.Uni;

/** The steps that every change shares; all run within the transaction of the change. */
public interface ChangeJournal {
    /** Takes the next revision before any read, which serialises changes, and wakes all replicas at the commit. */
    Uni<Void> begin(String workspaceId);

    /** Stores the audit record with the change; it is published after the commit, also after a crash. */
    Uni<Void> audit(ChangeAudit entry);
}
