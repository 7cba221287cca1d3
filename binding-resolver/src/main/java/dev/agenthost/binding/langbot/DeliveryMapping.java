package dev.agenthost.binding.langbot;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.run.DeliveryPolicy;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Maps LangBot's output settings to a delivery policy. Settings without a counterpart are reported. */
final class DeliveryMapping {
    private static final String REMOVE_THINK = "remove-think";

    private DeliveryMapping() {}

    /** @param config of the runner, which holds the setting for the reasoning text of its models */
    static DeliveryPolicy of(LangBotPipeline pipeline, ObjectNode config, List<Finding> findings) {
        JsonNode output = pipeline.config().path("output");
        String path = pipeline.configPath() + "output.";
        for (Map.Entry<String, JsonNode> stage : output.properties()) {
            switch (stage.getKey()) {
                case "misc" -> misc(stage.getValue(), path + "misc.", config, findings);
                case "long-text-processing" -> {
                    String strategy = stage.getValue().path("strategy").asText("none");
                    if (!strategy.equals("none")) {
                        unmapped(
                                path + "long-text-processing",
                                "Agent Host does not convert long texts to images or forwarded messages; an adapter can.",
                                findings);
                    }
                }
                case "force-delay" -> {
                    if (stage.getValue().path("max").asDouble(0) > 0) {
                        unmapped(path + "force-delay", "Agent Host does not delay answers.", findings);
                    }
                }
                default -> {
                    if (LangBotFile.isSomething(stage.getValue())) {
                        findings.add(new Finding(
                                Finding.Code.NOT_UNDERSTOOD, path + stage.getKey(), "This output setting is unknown."));
                    }
                }
            }
        }
        DeliveryPolicy usual = DeliveryPolicy.defaults();
        return new DeliveryPolicy(
                null, usual.streaming(), null, failureText(output.path("misc")), usual.requireOutput());
    }

    /** Returns the failure text that LangBot shows as a hint, or null. {@code hide} shows no hint and is reported. */
    private static @Nullable String failureText(JsonNode misc) {
        String hint = misc.path("failure-hint").asText("");
        boolean isShown = misc.path("exception-handling").asText("show-hint").equals("show-hint");
        return isShown && !hint.isBlank() ? hint : null;
    }

    private static void misc(JsonNode misc, String path, ObjectNode config, List<Finding> findings) {
        for (Map.Entry<String, JsonNode> setting : misc.properties()) {
            JsonNode value = setting.getValue();
            String at = path + setting.getKey();
            switch (setting.getKey()) {
                case "failure-hint" -> {}
                case "exception-handling" -> {
                    if (!value.asText().equals("show-hint")) {
                        unmapped(
                                at,
                                "A failure is always delivered as a plain sentence; only operators see its internal text.",
                                findings);
                    }
                }
                case "hide-exception" -> {
                    if (!value.asBoolean(true)) {
                        unmapped(at, "Only operators see the internal text of a failure.", findings);
                    }
                }
                case REMOVE_THINK -> {
                    if (value.asBoolean(false) && !config.has(REMOVE_THINK)) {
                        config.put(REMOVE_THINK, true);
                    }
                }
                case "at-sender", "quote-origin" -> {
                    if (value.asBoolean(false)) {
                        unmapped(at, "The adapter decides how an answer refers to its message.", findings);
                    }
                }
                case "track-function-calls" -> {
                    if (value.asBoolean(false)) {
                        unmapped(at, "The live stream shows tool calls; they are not sent as messages.", findings);
                    }
                }
                default -> {
                    if (LangBotFile.isSomething(value)) {
                        findings.add(new Finding(Finding.Code.NOT_UNDERSTOOD, at, "This output setting is unknown."));
                    }
                }
            }
        }
    }

    private static void unmapped(String path, String detail, List<Finding> findings) {
        findings.add(new Finding(Finding.Code.NOT_MAPPED, path, detail));
    }
}
