package dev.agenthost.binding.catalog;

import dev.agenthost.protocol.error.Fields;
import org.jspecify.annotations.Nullable;

/**
 * A warning about an agent that is stored nevertheless.
 *
 * @param code {@code runner.unknown}, {@code runner.not_authorized}, {@code runner.form_unreadable} or {@code
 *     runner.config_invalid}
 * @param field null if no single field is concerned
 */
public record AgentWarning(
        String code, String detail, @Nullable String field) {
    public AgentWarning {
        Fields.text(code, "code");
        Fields.text(detail, "detail");
    }
}
