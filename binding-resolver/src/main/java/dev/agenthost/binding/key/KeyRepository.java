package dev.agenthost.binding.key;

import dev.agenthost.platform.rest.ChangeContext;
import dev.agenthost.protocol.security.AccessKey;
import io.smallrye.mutiny.Uni;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The keys as people keep them. A change is stored together with its records of {@code agent.keys} and {@code agent.audit}, which go
 * out at once, or after a crash later. A {@code workspaceId} of null stands for every workspace: the host key's view.
 */
public interface KeyRepository {
    Uni<Void> create(AccessKey key, ChangeContext change);

    /**
     * Ends a key; ending it again changes nothing.
     *
     * @return false where there is no such key
     */
    Uni<Boolean> revoke(@Nullable String workspaceId, String keyId, ChangeContext change);

    Uni<Optional<AccessKey>> find(@Nullable String workspaceId, String keyId);

    /** Revoked ones too. @param after the id that the page before ended with; null for the first page */
    Uni<List<AccessKey>> list(@Nullable String workspaceId, @Nullable String after, int limit);
}
