package dev.agenthost.im.slack.client;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SlackHostsTest {
    @ParameterizedTest
    @CsvSource({
        "https://files.slack.com/files-pri/T1-F1/a.png,true,false",
        "https://slack.com/x,true,false",
        "https://FILES.Slack.com/x,true,false",
        "https://hooks.slack.com/actions/T1/1/x,true,true",
        "http://files.slack.com/x,false,false",
        "http://hooks.slack.com/x,false,false",
        "https://slack.com.example/x,false,false",
        "https://evilslack.com/x,false,false",
        "https://files.slack.com@evil.example/x,false,false",
        "https://evil.example/?x=.slack.com,false,false",
        "https://evil.example#.slack.com,false,false",
        "file:///etc/passwd,false,false",
        "files.slack.com,false,false",
        "'',false,false",
        "http://127.0.0.1:8080/files/x,true,true",
        "http://127.0.0.1:8081/files/x,false,false",
        "https://127.0.0.1:8080/files/x,false,false",
        "http://127.0.0.2:8080/files/x,false,false",
    })
    void onlyHostsOfThePlatformReceiveWhatIsItsOwn(String url, boolean mayReceiveToken, boolean mayReceiveResponse) {
        SlackHosts hosts = new SlackHosts("http://127.0.0.1:8080/api");

        assertThat(hosts.mayReceiveToken(url)).isEqualTo(mayReceiveToken);
        assertThat(hosts.mayReceiveResponse(url)).isEqualTo(mayReceiveResponse);
    }
}
