package dev.agenthost.protocol.security;

import dev.agenthost.protocol.error.Fields;
import dev.agenthost.protocol.error.InvalidFieldException;
import java.time.Instant;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A key as {@code agent.keys} carries it: everything but the secret, of which there is only the digest.
 *
 * <p>A key has at most two records, each written once and never changed: that it was made (record key: its id) and that it was
 * revoked (record key: {@code <id>/revoked}, with {@code revoked_at}). A consumer of the second record treats the key as revoked,
 * whatever comes before or after it.
 *
 * @param keyId names the key in addresses, logs and the audit
 * @param workspaceId the workspace that the key belongs to and opens
 * @param name what people call it
 * @param bots of an adapter's key: the bots that it may speak for, or {@code *}; else empty
 * @param plugins of a runner's key: {@code author/name}, {@code author/*} or {@code *}; else empty
 * @param workspaces of a runner's key: the workspaces that it may serve, or {@code *}; else empty
 * @param sha256 SHA-256 of the secret's UTF-8 bytes, 64 lower-case hexadecimal digits. Secrets are 256 random bits, so nothing is
 *     gained by a slow digest: there is no list to try
 * @param last4 the last four characters of the secret, to tell keys apart by
 * @param createdBy the id of the key that made it
 * @param revokedAt since when it opens nothing; null while it opens
 */
public record AccessKey(
        String keyId,
        String workspaceId,
        String name,
        KeyRole role,
        List<String> bots,
        List<String> plugins,
        List<String> workspaces,
        String sha256,
        String last4,
        Instant createdAt,
        String createdBy,
        @Nullable Instant revokedAt,
        @Nullable String revokedBy) {

    private static final Pattern DIGEST = Pattern.compile("[0-9a-f]{64}");
    private static final String REVOKED = "/revoked";

    public AccessKey {
        Fields.text(keyId, "key_id");
        Fields.text(workspaceId, "workspace_id");
        Fields.text(name, "name");
        Fields.required(role, "role");
        bots = Fields.list(bots, "bots");
        plugins = Fields.list(plugins, "plugins");
        workspaces = Fields.list(workspaces, "workspaces");
        if (!DIGEST.matcher(Fields.text(sha256, "sha256")).matches()) {
            throw new InvalidFieldException("sha256", "must be 64 lower-case hexadecimal digits");
        }
        Fields.text(last4, "last4");
        Fields.required(createdAt, "created_at");
        Fields.text(createdBy, "created_by");
    }

    public boolean isRevoked() {
        return revokedAt != null;
    }

    /** The same key, which opens nothing any more. A key that was revoked before stays as it was. */
    public AccessKey revoked(Instant at, String by) {
        return isRevoked()
                ? this
                : new AccessKey(
                        keyId,
                        workspaceId,
                        name,
                        role,
                        bots,
                        plugins,
                        workspaces,
                        sha256,
                        last4,
                        createdAt,
                        createdBy,
                        at,
                        by);
    }

    /** The key of its record on {@code agent.keys}. */
    public String recordKey() {
        return isRevoked() ? keyId + REVOKED : keyId;
    }
}
