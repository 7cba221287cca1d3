package dev.agenthost.orchestrator.wire;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * The generation of the SDK that a plugin process is made with (ADR 56). A process of LangBot's SDK does not name it; the host derives
 * it from fields that only one generation sends. {@link FieldTable} has the field names of each generation.
 */
public enum SdkGeneration {
    /** Agent Host's own {@code runner-sdk}, which uses the field names of the host. */
    RUNNER_SDK("runner-sdk"),
    /** The first SDK of LangBot, with artifacts and files; attachments are {@code ArtifactRef}. */
    SPECIFICATION("specification"),
    /** 0.4: neither artifacts nor files nor attachments. */
    V0_4("0.4"),
    /** 0.5: attachments have a closed schema, models may be granted {@code count_tokens}, frames have an envelope. */
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
     * Returns the most bytes of a message that the SDK accepts. Earlier SDKs of LangBot close the connection on a larger one, and all
     * its runs are lost.
     */
    public int largestMessage() {
        return switch (this) {
            case RUNNER_SDK, LATER -> MOST_BYTES;
            case SPECIFICATION, V0_4 -> 1024 * 1024;
        };
    }

    /** Returns the name of the generation. */
    public String wire() {
        return wire;
    }

    /**
     * Returns the generation of a registration. A registration without a mark counts as 0.4: the host sends only fields that both older
     * generations accept, and the first {@code history_page} identifies the generation.
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

    /** Returns the generation that a call identifies: the SDK of the specification has its own name for an argument. */
    public SdkGeneration seenIn(String action, JsonNode data) {
        return this == V0_4 && action.equals("history_page") && data.has("include_artifacts") ? SPECIFICATION : this;
    }

    /** The permissions that later SDKs refuse in a manifest. */
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
