package dev.agenthost.orchestrator.wire;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Locale;

/**
 * Which generation of LangBot's SDK a plugin process is made with; they differ in a few names and in one closed shape. A
 * process does not say it, so it is told by what only one of them does.
 */
public enum Generation {
    /** Of the specification: artifacts and files, attachments are {@code ArtifactRef}. Also what {@code runner-sdk} speaks. */
    SPECIFICATION,
    /** 0.5: artifacts are gone, attachments have a closed shape of their own, models may be granted {@code count_tokens}. */
    LATER;

    /** Bytes of a message, whoever takes it. */
    public static final int MOST_BYTES = 16 * 1024 * 1024;

    /** What our own SDK says of itself in {@code register_plugin}. */
    private static final String SAID = "wire_generation";

    /**
     * Bytes of the largest message that its SDK takes. That of the earlier ones closes the connection on a larger one, and every run on it
     * is lost.
     */
    public int largestMessage() {
        return this == LATER ? MOST_BYTES : 1024 * 1024;
    }

    /** Its name, for others than runners. */
    public String wire() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** @param registration the data of {@code register_plugin} */
    public static Generation of(JsonNode registration) {
        if (registration.path(SAID).asText("").equals("specification") || asksForArtifacts(registration)) {
            return SPECIFICATION;
        }
        return registration.has("registration_capability") ? LATER : SPECIFICATION;
    }

    /** Keys of permissions that the later SDK refuses in a manifest. */
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
