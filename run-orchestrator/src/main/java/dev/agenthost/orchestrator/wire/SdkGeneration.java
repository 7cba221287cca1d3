package dev.agenthost.orchestrator.wire;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * The generation of the SDK that a plugin process is made with (ADR 56). A process of LangBot's SDK does not name it, so it is known by
 * what only one generation sends. What each calls a field is in {@code wire/field}, and nowhere else.
 */
public enum SdkGeneration {
    /** Agent Host's own {@code runner-sdk}: it reads the host's fields under the host's names. */
    RUNNER_SDK("runner-sdk"),
    /** The first of LangBot's, with artifacts and files; attachments are {@code ArtifactRef}. */
    SPECIFICATION("specification"),
    /** 0.4: neither artifacts nor files nor attachments. */
    V0_4("0.4"),
    /** 0.5: attachments have a closed shape of their own, models may be granted {@code count_tokens}, frames have an envelope. */
    LATER("later");

    /** The most bytes of a message in any generation. */
    public static final int MOST_BYTES = 16 * 1024 * 1024;

    /** The field with which the host's own SDK names its generation in {@code register_plugin}. */
    private static final String SAID = "wire_generation";

    private final String wire;

    SdkGeneration(String wire) {
        this.wire = wire;
    }

    /**
     * Bytes of the largest message that its SDK takes. LangBot's earlier ones close the connection on a larger one, and every run on it
     * is lost.
     */
    public int largestMessage() {
        return switch (this) {
            case RUNNER_SDK, LATER -> MOST_BYTES;
            case SPECIFICATION, V0_4 -> 1024 * 1024;
        };
    }

    /** Its name, for others than runners. */
    public String wire() {
        return wire;
    }

    /**
     * Returns the generation that a registration shows. A registration that shows none counts as 0.4: the host sends nothing that either
     * of the two older generations refuses, and the first {@code history_page} shows which of them it is.
     *
     * @param registration the data of {@code register_plugin}
     */
    public static SdkGeneration of(JsonNode registration) {
        if (registration.path(SAID).asText("").equals("specification")) {
            return RUNNER_SDK;
        }
        if (asksForArtifacts(registration)) {
            return SPECIFICATION;
        }
        return registration.has("registration_capability") ? LATER : V0_4;
    }

    /** The generation that a call shows: the specification's SDK has a name of its own for an argument. */
    public SdkGeneration seenIn(String action, JsonNode data) {
        return this == V0_4 && action.equals("history_page") && data.has("include_artifacts") ? SPECIFICATION : this;
    }

    /** Keys of permissions that the later SDKs refuse in a manifest. */
    private static boolean asksForArtifacts(JsonNode registration) {
        for (JsonNode component : registration.path("plugin_container").path("components")) {
            JsonNode permissions = component.at("/manifest/manifest/spec/permissions");
            if (permissions.has("artifacts") || permissions.has("files")) {
                return true;
            }
        }
        return false;
    }
}
