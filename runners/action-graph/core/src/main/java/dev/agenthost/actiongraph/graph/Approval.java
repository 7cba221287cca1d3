package dev.agenthost.actiongraph.graph;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The approval of an action by a person. One approval is for all iterations and retries of its action with the values that the
 * person was shown, until a decision repeats the action; other values are asked about again.
 *
 * @param status its status
 * @param person the person that approved or denied; null before
 */
public record Approval(ApprovalStatus status, @Nullable String person) {
    /** Not asked for. */
    public static final Approval NONE = new Approval(ApprovalStatus.NONE, null);

    /** Asked for. */
    public static final Approval REQUESTED = new Approval(ApprovalStatus.REQUESTED, null);

    public Approval {
        Objects.requireNonNull(status, "status");
        boolean isAnswered = status == ApprovalStatus.APPROVED || status == ApprovalStatus.DENIED;
        if (isAnswered != (person != null)) {
            throw new IllegalArgumentException("person belongs to an answered approval");
        }
    }
}
