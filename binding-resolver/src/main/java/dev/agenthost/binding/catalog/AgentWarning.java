package dev.agenthost.binding.catalog;

import dev.agenthost.protocol.error.Fields;
import org.jspecify.annotations.Nullable;

/**
 * What a person should know of an agent that is kept all the same.
 *
 * @param code {@code runner.unknown}, {@code runner.not_authorized}, {@code runner.form_unreadable} or {@code runner.config_invalid}
 * @param field absent where no single one is concerned
 */
public record AgentWarning(
        String code, String detail, @Nullable String field) {
    public AgentWarning {
        Fields.text(code, "code");
        Fields.text(detail, "detail");
    }
}
