package dev.agenthost.im.dingtalk.connection;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.im.chat.connection.AddressAnswer;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DingTalkEndpointAnswerTest {
    @Test
    void theTicketIsInTheAddress() {
        AddressAnswer answer = read(200, "{\"endpoint\":\"wss://wss-open.example:443/connect\",\"ticket\":\"a+b/c=\"}");

        assertThat(answer).isInstanceOfSatisfying(AddressAnswer.Address.class, address -> assertThat(address.url())
                .isEqualTo("wss://wss-open.example:443/connect?ticket=a%2Bb%2Fc%3D"));
        assertThat(answer.toString()).doesNotContain("ticket");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "401 | {\"code\":\"authFailed\",\"message\":\"no\",\"requestid\":\"R\"} | Refused | status 401 authFailed no",
                "400 | {\"code\":\"badRequest\"}                                      | Refused | status 400 badRequest",
                "403 | <html>                                                         | Refused | status 403",
                "403 | {\"code\":\"Forbidden.AccessDenied.QpsLimitForAppkeyAndApi\"}  | Failed  | status 403 Forbidden.AccessDenied.QpsLimitForAppkeyAndApi",
                "429 | {\"code\":\"x\"}                                               | Failed  | status 429 x",
                "400 | {\"code\":\"Throttling.Api\"}                                  | Failed  | status 400 Throttling.Api",
                "408 | {}                                                             | Failed  | status 408",
                "500 | {}                                                             | Failed  | status 500",
                "200 | {\"endpoint\":\"wss://a\"}                                     | Failed  | status 200",
                "200 | no JSON                                                        | Failed  | status 200"
            })
    void aRefusalIsToldFromAFailure(int status, String body, String outcome, String why) {
        AddressAnswer answer = read(status, body);

        assertThat(answer.getClass().getSimpleName()).isEqualTo(outcome);
        assertThat(((AddressAnswer.Problem) answer).why()).isEqualTo(why);
    }

    private static AddressAnswer read(int status, String body) {
        return DingTalkEndpointAnswer.read(status, body.getBytes(StandardCharsets.UTF_8));
    }
}
