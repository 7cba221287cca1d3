package dev.agenthost.binding.catalog;

import io.smallrye.mutiny.Uni;

/** What every change does besides changing; all of it within the transaction of the change. */
public interface ChangeJournal {
    /** Before anything is read: takes the next revision, for which changes wait for one another, and wakes all replicas at the commit. */
    Uni<Void> begin(String workspaceId);

    /** Lays the audit record down beside the change; it is published after the commit, also after a crash. */
    Uni<Void> audit(ChangeAudit entry);
}
