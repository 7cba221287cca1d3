package dev.agenthost.orchestrator.model;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.orchestrator.wire.ErrorRedactor;
import dev.agenthost.protocol.error.FailureCode;
import dev.agenthost.protocol.hostapi.AgentApiError;
import org.jspecify.annotations.Nullable;

/** Maps failures of providers to the error codes of spec 000 §9. */
final class ProviderErrorMapper {
    private ProviderErrorMapper() {}

    /** @param apiKey the secret to redact */
    static AgentApiError of(ProviderResponse.Failure<?> failure, @Nullable String apiKey) {
        return switch (failure) {
            case ProviderResponse.Refused<?> refused -> refused(refused, apiKey);
            case ProviderResponse.Unreachable<?> unreachable ->
                AgentApiError.of(FailureCode.RUNTIME_ERROR, "The model's provider cannot be reached");
            case ProviderResponse.Forbidden<?> forbidden ->
                failed("The model's address may not be called: " + forbidden.why(), false);
            case ProviderResponse.TooLate<?> late ->
                AgentApiError.of(FailureCode.DEADLINE_EXCEEDED, "The model took too long");
            case ProviderResponse.TooLarge<?> large ->
                AgentApiError.of(FailureCode.PAYLOAD_TOO_LARGE, "The model's answer is too large");
            case ProviderResponse.Unreadable<?> unreadable -> failed("The model's " + unreadable.why(), true);
        };
    }

    private static AgentApiError refused(ProviderResponse.Refused<?> refused, @Nullable String apiKey) {
        String body = ErrorRedactor.of(refused.body(), apiKey);
        String message = "The model's provider answered " + refused.status() + (body.isEmpty() ? "" : ": " + body);
        ObjectNode details = JsonNodeFactory.instance.objectNode().put("status", refused.status());
        if (refused.retryAfter() != null) {
            details.put(AgentApiError.RETRY_AFTER, refused.retryAfter().toSeconds());
        }
        return refused.status() == 429
                ? new AgentApiError(FailureCode.RATE_LIMITED.wire(), message, true, details)
                : new AgentApiError(FailureCode.RUNTIME_ERROR.wire(), message, refused.status() >= 500, details);
    }

    static AgentApiError failed(String message, boolean retryable) {
        return new AgentApiError(
                FailureCode.RUNTIME_ERROR.wire(), message, retryable, JsonNodeFactory.instance.objectNode());
    }
}
