package dev.agenthost.binding.api.http;

import dev.agenthost.binding.key.KeyWithSecret;
import dev.agenthost.protocol.security.AccessKey;
import dev.agenthost.protocol.security.KeyRole;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A key as people read it.
 *
 * @param secret only in the answer to its creation
 */
record KeyDocument(
        String keyId,
        @Nullable String secret,
        String workspaceId,
        String name,
        KeyRole role,
        List<String> bots,
        List<String> plugins,
        List<String> workspaces,
        String last4,
        Instant createdAt,
        String createdBy,
        @Nullable Instant revokedAt,
        @Nullable String revokedBy) {
    static KeyDocument of(AccessKey key) {
        return of(key, null);
    }

    static KeyDocument of(KeyWithSecret fresh) {
        return of(fresh.key(), fresh.secret());
    }

    private static KeyDocument of(AccessKey key, @Nullable String secret) {
        return new KeyDocument(
                key.keyId(),
                secret,
                key.workspaceId(),
                key.name(),
                key.role(),
                key.bots(),
                key.plugins(),
                key.workspaces(),
                key.last4(),
                key.createdAt(),
                key.createdBy(),
                key.revokedAt(),
                key.revokedBy());
    }

    /** Without the secret: records print what they hold. */
    @Override
    public String toString() {
        return "KeyDocument[" + keyId + "]";
    }
}
