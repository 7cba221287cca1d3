package dev.agenthost.platform.rest.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.agenthost.platform.rest.ProblemException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class RequestBodyReaderTest {

    record Policy(String placeholder) {}

    record Document(String name, Policy deliveryPolicy) {}

    @Test
    void refusesAnUnknownMemberWithTheNameThatWasMeant() {
        assertThat(refused("{\"nmae\":\"x\"}")).isEqualTo("nmae is unknown; the nearest name is name.");
        assertThat(refused("{\"delivery_policy\":{\"placeholdr\":\"x\"}}"))
                .isEqualTo("delivery_policy.placeholdr is unknown; the nearest name is placeholder.");
        assertThat(refused("{\"something_else\":1}")).isEqualTo("something_else is unknown.");
    }

    private static String refused(String body) {
        return catchThrowableOfType(
                        ProblemException.class,
                        () -> RequestBodyReader.read(body.getBytes(StandardCharsets.UTF_8), Document.class))
                .problem()
                .detail();
    }
}
