package dev.agenthost.runners.acpagent.process;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import dev.agenthost.runners.acpagent.rpc.PermissionPolicy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** The operator's profiles by name, as JSON: {@code {"claude": {"command": ["claude-agent-acp"]}}}. */
public record AgentProfileRegistry(Map<String, AgentProfile> all) {
    private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9_-]{0,63}");
    private static final Pattern VARIABLE = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");
    private static final Set<String> FIELDS =
            Set.of("command", "pass_environment", "environment", "permissions", "mcp", "start_seconds", "turn_seconds");
    private static final int A_DAY = 86_400;

    public AgentProfileRegistry {
        all = new LinkedHashMap<>(all);
        if (all.isEmpty()) {
            throw new IllegalArgumentException("The file must contain at least one profile");
        }
    }

    /** Parses the profiles; an invalid one is an {@link IllegalArgumentException} that names the field. */
    public static AgentProfileRegistry read(String json) {
        JsonNode tree;
        try {
            tree = ProtocolCodec.readTree(json);
        } catch (UndecodableException e) {
            throw new IllegalArgumentException("The profiles must be JSON", e);
        }
        if (!tree.isObject()) {
            throw new IllegalArgumentException("The profiles must be an object");
        }
        Map<String, AgentProfile> all = new LinkedHashMap<>();
        tree.properties().forEach(entry -> all.put(entry.getKey(), profile(entry.getKey(), entry.getValue())));
        return new AgentProfileRegistry(all);
    }

    /** One profile, {@code default}, of a command line without quotes. */
    public static AgentProfileRegistry of(String commandLine) {
        return new AgentProfileRegistry(Map.of(
                "default",
                new AgentProfile(
                        "default",
                        List.of(commandLine.strip().split("\\s+")),
                        List.of(),
                        Map.of(),
                        PermissionPolicy.DENY,
                        AgentProfile.Mcp.SESSION,
                        Duration.ofSeconds(60),
                        Duration.ofSeconds(1800))));
    }

    /** @param name blank for the only one there is */
    public Optional<AgentProfile> named(String name) {
        return name.isBlank() && all.size() == 1
                ? all.values().stream().findFirst()
                : Optional.ofNullable(all.get(name));
    }

    private static AgentProfile profile(String name, JsonNode node) {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException("The name of a profile may contain a-z, 0-9, - and _ only");
        }
        if (!node.isObject()) {
            throw wrong(name, "", "must be an object");
        }
        node.fieldNames().forEachRemaining(field -> {
            if (!FIELDS.contains(field)) {
                throw wrong(name, field, "is not known");
            }
        });
        List<String> command = texts(name, node, "command");
        if (command.isEmpty() || command.getFirst().isBlank()) {
            throw wrong(name, "command", "is required: a list of the program and its arguments");
        }
        return new AgentProfile(
                name,
                command,
                variables(name, node),
                environment(name, node),
                choice(name, node, "permissions", PermissionPolicy.DENY),
                choice(name, node, "mcp", AgentProfile.Mcp.SESSION),
                seconds(name, node, "start_seconds", 60),
                seconds(name, node, "turn_seconds", 1800));
    }

    private static List<String> variables(String name, JsonNode node) {
        List<String> names = texts(name, node, "pass_environment");
        for (String one : names) {
            if (!VARIABLE.matcher(one).matches() || one.startsWith("AGENTHOST_")) {
                throw wrong(name, "pass_environment", "must contain names of variables, except those of the plugin");
            }
        }
        return names;
    }

    private static Map<String, String> environment(String name, JsonNode node) {
        Map<String, String> all = new LinkedHashMap<>();
        JsonNode given = node.path("environment");
        if (!given.isMissingNode() && !given.isObject()) {
            throw wrong(name, "environment", "must be an object");
        }
        given.properties().forEach(entry -> {
            if (!VARIABLE.matcher(entry.getKey()).matches() || !entry.getValue().isTextual()) {
                throw wrong(name, "environment", "must contain variables with string values only");
            }
            all.put(entry.getKey(), entry.getValue().textValue());
        });
        return all;
    }

    private static List<String> texts(String name, JsonNode node, String field) {
        List<String> texts = new ArrayList<>();
        JsonNode list = node.path(field);
        if (!list.isMissingNode() && !list.isArray()) {
            throw wrong(name, field, "must be a list");
        }
        for (JsonNode one : list) {
            if (!one.isTextual()) {
                throw wrong(name, field, "must contain strings only");
            }
            texts.add(one.textValue());
        }
        return texts;
    }

    private static <T extends Enum<T>> T choice(String name, JsonNode node, String field, T usual) {
        JsonNode chosen = node.path(field);
        if (chosen.isMissingNode()) {
            return usual;
        }
        for (T one : usual.getDeclaringClass().getEnumConstants()) {
            if (one.name().toLowerCase(Locale.ROOT).equals(chosen.textValue())) {
                return one;
            }
        }
        throw wrong(name, field, "is unknown");
    }

    private static Duration seconds(String name, JsonNode node, String field, int usual) {
        JsonNode value = node.path(field);
        if (value.isMissingNode()) {
            return Duration.ofSeconds(usual);
        }
        if (!value.isInt() || value.intValue() < 1 || value.intValue() > A_DAY) {
            throw wrong(name, field, "is no whole number within 1 and " + A_DAY);
        }
        return Duration.ofSeconds(value.intValue());
    }

    private static IllegalArgumentException wrong(String name, String field, String why) {
        return new IllegalArgumentException("profile " + name + (field.isEmpty() ? "" : ", " + field) + " " + why);
    }
}
