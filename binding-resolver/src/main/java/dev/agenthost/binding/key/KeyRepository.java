package dev.agenthost.binding.key;

import dev.agenthost.platform.rest.ChangeContext;
import dev.agenthost.protocol.security.AccessKey;
import io.smallrye.mutiny.Uni;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The repository of keys. A change is stored together with its records of {@code agent.keys} and {@code agent.audit}. They are
 * published at once, or later after a crash. For the host key, {@code workspaceId} is null and matches every workspace.
 */
public interface KeyRepository {
    Uni<Void> create(AccessKey key, ChangeContext change);

    /**
     * Revokes a key; a repetition changes nothing.
     *
     * @return false if the key does not exist
     */
    Uni<Boolean> revoke(@Nullable String workspaceId, String keyId, ChangeContext change);

    Uni<Optional<AccessKey>> find(@Nullable String workspaceId, String keyId);

    /** Includes revoked keys. @param after the last id of the previous page; null for the first page */
    Uni<List<AccessKey>> list(@Nullable String workspaceId, @Nullable String after, int limit);
}
