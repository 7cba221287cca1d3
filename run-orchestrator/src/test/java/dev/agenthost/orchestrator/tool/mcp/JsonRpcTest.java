package dev.agenthost.orchestrator.tool.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.platform.security.SecretRedactor;
import java.util.List;
import org.junit.jupiter.api.Test;

class JsonRpcTest {
    /** A server that quotes the response of another server. */
    @Test
    void redactsASecretInAQuotedResponse() {
        String text = "{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":-32000,"
                + "\"message\":\"{\\\"error\\\":\\\"bad key ab\\\\/cd+12\\\"}\"}}";

        assertThat(JsonRpc.parse(text, SecretRedactor.of(List.of("ab/cd+12"))))
                .singleElement()
                .isInstanceOfSatisfying(JsonRpc.Frame.Failed.class, failed -> assertThat(
                                failed.why().getMessage())
                        .contains("bad key")
                        .doesNotContain("cd+12"));
    }

    @Test
    void redactsTheLongerOfTwoSecretsCompletely() {
        assertThat(SecretRedactor.of(List.of("secret", "secret-and-more")).without("is secret-and-more"))
                .isEqualTo("is …");
    }
}
