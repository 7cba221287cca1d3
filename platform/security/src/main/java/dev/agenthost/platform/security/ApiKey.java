package dev.agenthost.platform.security;

import dev.agenthost.protocol.security.AccessKey;
import dev.agenthost.protocol.security.KeyRole;
import java.util.Locale;
import java.util.Set;

/**
 * An API key of one workspace. Only the digest of the key is stored.
 *
 * @param keyId id of the key; for a key in the settings its name there. Safe to log
 * @param name display name; safe to log
 * @param sha256 SHA-256 of the key's UTF-8 bytes, 64 hexadecimal digits
 * @param workspace the one workspace of the key; {@value #HOST} for the host key, which operates the
 *     installation: it creates keys for every workspace and redrives every dead letter, and does nothing else
 * @param bots the bots that an adapter's key may speak for; {@value #ANY} for every bot
 * @param plugins the plugins that a runner's key may register
 * @param workspaces the workspaces that a runner's key may serve
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

    /** The workspace of the host key, which means none and all. */
    public static final String HOST = "*";

    /** Every bot. */
    public static final String ANY = "*";

    public ApiKey {
        if (keyId.isBlank() || workspace.isBlank()) {
            throw new IllegalArgumentException("An API key must have a name and a workspace");
        }
        if (!sha256.matches("[0-9a-fA-F]{64}")) {
            throw new IllegalArgumentException("API key " + keyId + ": sha256 must be 64 hexadecimal digits");
        }
        if (workspace.equals(HOST) && role != KeyRole.ADMIN) {
            throw new IllegalArgumentException("API key " + keyId + ": the role of the host key must be admin");
        }
        sha256 = sha256.toLowerCase(Locale.ROOT);
        bots = Set.copyOf(bots);
        plugins = Set.copyOf(plugins);
        workspaces = Set.copyOf(workspaces);
    }

    /** Returns a key of the settings. */
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

    /** Returns true for the key of the installation. */
    public boolean isHost() {
        return workspace.equals(HOST);
    }

    /** Returns true if the key has the right; decides by the role alone, before any lookup. */
    public boolean may(AccessRight right) {
        return isHost() ? hostMay(right) : allows(role, right);
    }

    /** Returns true if the host key has the right; it may make a key of any role, so this hides nothing from it. */
    public static boolean hostMay(AccessRight right) {
        return right == AccessRight.KEYS || right == AccessRight.DEAD_LETTERS;
    }

    /** Returns true if a role has the right in its workspace. */
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

    /** Returns the bots that the key may act for: every bot, except for an adapter's key. */
    public Set<String> speaksFor() {
        return role == KeyRole.ADAPTER ? bots : Set.of(ANY);
    }
}
