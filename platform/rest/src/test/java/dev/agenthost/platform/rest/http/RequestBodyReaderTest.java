package dev.agenthost.platform.rest.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.agenthost.platform.rest.ProblemException;
import dev.agenthost.protocol.run.ResourcePolicy;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RequestBodyReaderTest {

    record Policy(String placeholder) {}

    record Lists(
            @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> names,
            @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<String, String> labels,
            @JsonInclude(JsonInclude.Include.NON_DEFAULT) List<String> absent) {}

    record Document(String name, Policy deliveryPolicy) {}

    @Test
    void refusesAnUnknownMemberWithTheNameThatWasMeant() {
        assertThat(refused("{\"nmae\":\"x\"}")).isEqualTo("nmae is unknown; the nearest name is name.");
        assertThat(refused("{\"delivery_policy\":{\"placeholdr\":\"x\"}}"))
                .isEqualTo("delivery_policy.placeholdr is unknown; the nearest name is placeholder.");
        assertThat(refused("{\"something_else\":1}")).isEqualTo("something_else is unknown.");
    }

    @Test
    void acceptsEmptyListsAndMapsOfKnownMembers() {
        RequestBodyReader.read(json("{\"names\":[],\"labels\":{},\"absent\":[]}"), Lists.class);

        assertThat(RequestBodyReader.read(json("{\"agents\":[],\"tools\":[]}"), ResourcePolicy.class))
                .isEqualTo(ResourcePolicy.defaults());
    }

    @Test
    void refusesAnEmptyListOfAnUnknownMember() {
        assertThat(refused("{\"agnets\":[]}", ResourcePolicy.class))
                .isEqualTo("agnets is unknown; the nearest name is agents.");
        assertThat(refused("{\"labls\":{}}", Lists.class)).isEqualTo("labls is unknown; the nearest name is labels.");
    }

    private static String refused(String body) {
        return refused(body, Document.class);
    }

    private static String refused(String body, Class<?> type) {
        return catchThrowableOfType(ProblemException.class, () -> RequestBodyReader.read(json(body), type))
                .problem()
                .detail();
    }

    private static byte[] json(String body) {
        return body.getBytes(StandardCharsets.UTF_8);
    }
}
