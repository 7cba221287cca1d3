package dev.agenthost.binding.key;

import dev.agenthost.protocol.error.InvalidFieldException;
import dev.agenthost.protocol.security.KeyRole;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The rules for a request for a key. Each breach names its field. */
public final class KeyRules {
    /** Longest name and id, in characters. */
    public static final int MAX_TEXT = 200;
    /** Most entries of a list. */
    public static final int MAX_ENTRIES = 100;

    private static final String ANY = "*";
    private static final Pattern PLUGIN = Pattern.compile("\\*|[^/\\p{Cntrl}]{1,200}/(\\*|[^/\\p{Cntrl}]{1,200})");

    private KeyRules() {}

    /**
     * Returns the request itself.
     *
     * @throws InvalidFieldException for the first breach
     */
    public static KeyRequest check(KeyRequest request) {
        text(request.name(), "name");
        if (request.workspaceId() != null) {
            if (text(request.workspaceId(), "workspace_id").equals(ANY)) {
                throw new InvalidFieldException(
                        "workspace_id", "must be one workspace: a host key is configured in the settings");
            }
        }
        belongsTo(request, KeyRole.ADAPTER, request.bots(), "bots", true);
        belongsTo(request, KeyRole.RUNNER, request.plugins(), "plugins", true);
        belongsTo(request, KeyRole.RUNNER, request.workspaces(), "workspaces", false);
        if (request.plugins() != null
                && !request.plugins().stream()
                        .allMatch(plugin -> PLUGIN.matcher(plugin).matches())) {
            throw new InvalidFieldException("plugins", "must contain author/name, author/* or * only");
        }
        return request;
    }

    private static void belongsTo(
            KeyRequest request, KeyRole role, @Nullable List<String> values, String field, boolean needed) {
        if (request.role() != role) {
            if (values != null) {
                throw new InvalidFieldException(field, "belongs to keys of role " + role.wire() + " only");
            }
            return;
        }
        if (values == null) {
            if (needed) {
                throw new InvalidFieldException(
                        field, "is missing: a key of role " + role.wire() + " names them, or *");
            }
            return;
        }
        if (values.isEmpty() || values.size() > MAX_ENTRIES) {
            throw new InvalidFieldException(field, "must contain 1 to " + MAX_ENTRIES + " entries");
        }
        values.forEach(value -> text(value, field));
    }

    private static String text(@Nullable String value, String field) {
        if (value == null
                || value.isBlank()
                || value.length() > MAX_TEXT
                || value.chars().anyMatch(Character::isISOControl)) {
            throw new InvalidFieldException(
                    field, "is empty, longer than " + MAX_TEXT + " characters, or more than one line");
        }
        return value;
    }
}
