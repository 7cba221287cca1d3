package dev.agenthost.orchestrator.execution;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.agenthost.platform.security.Secrets;
import dev.agenthost.protocol.form.Form;
import dev.agenthost.protocol.form.FormParseResult;
import dev.agenthost.protocol.form.SecretReference;
import dev.agenthost.protocol.json.CanonicalJson;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Configuration of a run: the stored values, the defaults of the form, and the named secrets. Only the {@code run_agent} frame has it:
 * rights, digests and records are derived from the stored values.
 */
public sealed interface RunConfiguration {
    /** The complete values in canonical order. Holds secrets, so its text omits them. */
    record Complete(ObjectNode config) implements RunConfiguration {
        /** Returns true if reasoning texts of models are left out unless a call of the run chooses otherwise (spec 004, step 2). */
        public boolean leavesOutThoughts() {
            return config.path("remove-think").asBoolean(false)
                    || config.path("remove_think").asBoolean(false);
        }

        /** Returns the delta mode that the agent declares for its runner; empty if it declares none. */
        public String deltaMode() {
            return config.path(Form.DELTA_MODE).asText("");
        }

        @Override
        public String toString() {
            return "Complete[" + config.size() + " fields]";
        }
    }

    /** Named secrets that are not configured, in the order of their names. */
    record Missing(List<String> secrets) implements RunConfiguration {
        public Missing {
            secrets = List.copyOf(secrets);
        }

        /** Returns the reason for operators. */
        public String why() {
            return "the configuration names secrets that are not configured: " + String.join(", ", secrets);
        }
    }

    /**
     * Resolves secrets in the written values only: a form that names a secret in a default does not get it.
     *
     * @param schema of the runner's manifest; an entry that is no form has no default
     */
    static RunConfiguration of(List<JsonNode> schema, ObjectNode written, Secrets secrets, String workspaceId) {
        ObjectNode config = written.deepCopy();
        Set<String> missing = new TreeSet<>();
        resolve(config, name -> secrets.of(name, workspaceId), missing);
        if (!missing.isEmpty()) {
            return new Missing(List.copyOf(missing));
        }
        ObjectNode filled = FormParseResult.read(schema) instanceof FormParseResult.Readable readable
                ? readable.form().filled(config)
                : config;
        return new Complete((ObjectNode) CanonicalJson.of(filled));
    }

    private static JsonNode resolve(JsonNode value, SecretSource secrets, Set<String> missing) {
        SecretReference reference = SecretReference.of(value).orElse(null);
        if (reference != null) {
            String secret = secrets.of(reference.name());
            if (secret == null) {
                missing.add(reference.name());
                return value;
            }
            return TextNode.valueOf(secret);
        }
        if (value instanceof ObjectNode object) {
            for (Map.Entry<String, JsonNode> field : object.properties()) {
                field.setValue(resolve(field.getValue(), secrets, missing));
            }
        } else if (value instanceof ArrayNode list) {
            for (int i = 0; i < list.size(); i++) {
                list.set(i, resolve(list.get(i), secrets, missing));
            }
        }
        return value;
    }

    /** The secrets of one workspace. */
    interface SecretSource {
        @Nullable
        String of(String name);
    }
}
