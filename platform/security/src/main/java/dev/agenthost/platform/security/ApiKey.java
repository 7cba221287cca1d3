package dev.agenthost.platform.security;

import dev.agenthost.protocol.security.AccessKey;
import dev.agenthost.protocol.security.KeyRole;
import java.util.Locale;
import java.util.Set;

/**
 * A key that opens one workspace. The key itself is stored nowhere, only its digest.
 *
 * @param keyId names the key; of a key in the settings what the operator calls it. Safe to log
 * @param name what people call it; safe to log
 * @param sha256 SHA-256 of the key's UTF-8 bytes, 64 hexadecimal digits
 * @param workspace the one workspace the key opens; {@value #HOST} for the host key, which makes keys for every workspace and does
 *     nothing else
 * @param bots the bots that an adapter's key may speak for; {@value #ANY} for every one
 * @param plugins what a runner's key may register
 * @param workspaces what a runner's key may serve
 */
public record ApiKey(
        String keyId,
        String name,
        String sha256,
        String workspace,
        KeyRole role,
        Set<String> bots,
        Set<String> plugins,
        Set<String> workspaces) {

    /** Stands for no workspace, and for all of them. */
    public static final String HOST = "*";

    /** Every bot. */
    public static final String ANY = "*";

    public ApiKey {
        if (keyId.isBlank() || workspace.isBlank()) {
            throw new IllegalArgumentException("an API key needs a name and a workspace");
        }
        if (!sha256.matches("[0-9a-fA-F]{64}")) {
            throw new IllegalArgumentException("API key " + keyId + ": sha256 is not 64 hexadecimal digits");
        }
        if (workspace.equals(HOST) && role != KeyRole.ADMIN) {
            throw new IllegalArgumentException("API key " + keyId + ": the host key is an admin's");
        }
        sha256 = sha256.toLowerCase(Locale.ROOT);
        bots = Set.copyOf(bots);
        plugins = Set.copyOf(plugins);
        workspaces = Set.copyOf(workspaces);
    }

    /** A key of the settings. */
    public static ApiKey configured(String name, String sha256, String workspace, KeyRole role, Set<String> bots) {
        return new ApiKey(name, name, sha256, workspace, role, bots, Set.of(), Set.of());
    }

    static ApiKey of(AccessKey key) {
        return new ApiKey(
                key.keyId(),
                key.name(),
                key.sha256(),
                key.workspaceId(),
                key.role(),
                Set.copyOf(key.bots()),
                Set.copyOf(key.plugins()),
                Set.copyOf(key.workspaces()));
    }

    /** The key that makes keys for every workspace. */
    public boolean isHost() {
        return workspace.equals(HOST);
    }

    /** Decided from the role alone, before anything is looked up. */
    public boolean may(AccessRight right) {
        return isHost() ? right == AccessRight.KEYS : allows(role, right);
    }

    /** What a role may do in its workspace. */
    public static boolean allows(KeyRole role, AccessRight right) {
        return switch (role) {
            case VIEWER -> right == AccessRight.READ || right == AccessRight.FETCH;
            case OPERATOR ->
                right == AccessRight.READ
                        || right == AccessRight.FETCH
                        || right == AccessRight.INSPECT
                        || right == AccessRight.SAY
                        || right == AccessRight.CANCEL;
            case ADMIN -> true;
            case ADAPTER -> right == AccessRight.SAY || right == AccessRight.FETCH;
            case RUNNER -> false;
        };
    }

    /** The bots that it may speak for: every one, but for an adapter's key. */
    public Set<String> speaksFor() {
        return role == KeyRole.ADAPTER ? bots : Set.of(ANY);
    }
}
