package dev.agenthost.orchestrator.model;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.orchestrator.wire.JsonText;
import dev.agenthost.protocol.error.InvalidFieldException;
import dev.agenthost.protocol.form.SecretFields;
import dev.agenthost.protocol.form.SecretReference;
import dev.agenthost.protocol.json.ProtocolCodec;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** Validates the definition of a model. Each violation names its field. */
public final class ModelRules {
    private static final Pattern ID = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._:-]{0,127}");
    private static final int LONGEST_NAME = 200;
    private static final int LONGEST_URL = 2_000;
    private static final int MOST_EXTRA_BYTES = 16 * 1024;
    private static final int LARGEST_WINDOW = 100_000_000;
    /** The arguments that only the host sets. */
    private static final Set<String> HOST_ONLY =
            Set.of("model", "messages", "stream", "n", "tools", "query", "documents");
    /** The arguments that only the host sets for an embedding model. */
    private static final Set<String> HOST_ONLY_OF_EMBEDDINGS = Set.of("input", "encoding_format");

    private static final String DIMENSIONS = "dimensions";
    private static final int MOST_DIMENSIONS = 8_192;

    private ModelRules() {}

    public static String id(String text) {
        if (!ID.matcher(text).matches()) {
            throw new InvalidFieldException(
                    "model_id", "must be up to 128 letters, digits and . _ : -, with a letter or digit first");
        }
        return text;
    }

    /**
     * Returns the model if it is valid.
     *
     * @throws InvalidFieldException for the first breach
     */
    public static Model check(Model model) {
        id(model.modelId());
        String name = model.model();
        if (name.length() > LONGEST_NAME || name.chars().anyMatch(Character::isISOControl) || !JsonText.isClean(name)) {
            throw new InvalidFieldException(
                    "model", "is longer than " + LONGEST_NAME + " characters, or has more than one line");
        }
        baseUrl(model.provider().baseUrl());
        String reference = model.provider().apiKeyRef();
        if (reference != null && !SecretReference.isName(reference)) {
            throw new InvalidFieldException("provider.api_key_ref", "must be the name of a configured secret");
        }
        Integer window = model.contextWindow();
        if (window != null && (window < 1 || window > LARGEST_WINDOW)) {
            throw new InvalidFieldException("context_window", "must be within 1 and " + LARGEST_WINDOW);
        }
        if (!JsonText.isClean(model.extraArgs())) {
            throw new InvalidFieldException("extra_args", "contains characters that cannot be stored");
        }
        if (ProtocolCodec.encode(model.extraArgs()).length > MOST_EXTRA_BYTES) {
            throw new InvalidFieldException("extra_args", "is larger than " + MOST_EXTRA_BYTES / 1024 + " KiB");
        }
        for (Map.Entry<String, JsonNode> argument : model.extraArgs().properties()) {
            if (HOST_ONLY.contains(argument.getKey())) {
                throw new InvalidFieldException("extra_args." + argument.getKey(), "is set by the host");
            }
        }
        if (model.kind() == ModelKind.EMBEDDING) {
            checkEmbeddingArgs(model.extraArgs());
        }
        checkForSecrets(model.extraArgs(), "extra_args");
        return model;
    }

    private static void checkEmbeddingArgs(ObjectNode extraArgs) {
        for (String name : HOST_ONLY_OF_EMBEDDINGS) {
            if (extraArgs.has(name)) {
                throw new InvalidFieldException("extra_args." + name, "is set by the host");
            }
        }
        JsonNode dimensions = extraArgs.path(DIMENSIONS);
        if (!dimensions.isMissingNode()
                && (!dimensions.isInt() || dimensions.intValue() < 1 || dimensions.intValue() > MOST_DIMENSIONS)) {
            throw new InvalidFieldException("extra_args." + DIMENSIONS, "must be within 1 and " + MOST_DIMENSIONS);
        }
    }

    private static void baseUrl(String text) {
        URI url;
        try {
            url = new URI(text);
        } catch (URISyntaxException e) {
            throw new InvalidFieldException("provider.base_url", "must be a URL");
        }
        String scheme = url.getScheme() == null ? "" : url.getScheme().toLowerCase(Locale.ROOT);
        if (!scheme.equals("http") && !scheme.equals("https") || url.getHost() == null || text.length() > LONGEST_URL) {
            throw new InvalidFieldException("provider.base_url", "must be an http or https URL with a host");
        }
        if (url.getPort() == 0 || url.getPort() > 65535) {
            throw new InvalidFieldException("provider.base_url", "has an invalid port");
        }
        if (url.getRawUserInfo() != null) {
            throw new InvalidFieldException("provider.base_url", "contains credentials: configure a secret instead");
        }
        if (url.getRawQuery() != null || url.getRawFragment() != null) {
            throw new InvalidFieldException("provider.base_url", "has a query or a fragment");
        }
    }

    private static void checkForSecrets(JsonNode value, String path) {
        for (Map.Entry<String, JsonNode> field : value.properties()) {
            String at = path + "." + field.getKey();
            if (SecretFields.holdsSecret(field.getKey())) {
                throw new InvalidFieldException(at, "is named like a secret: configure it and name it in api_key_ref");
            }
            checkForSecrets(field.getValue(), at);
        }
        if (value.isArray()) {
            for (int i = 0; i < value.size(); i++) {
                checkForSecrets(value.get(i), path + "[" + i + "]");
            }
        }
    }
}
