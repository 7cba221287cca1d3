package dev.agenthost.platform.egress;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WebAddressTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "hooks",
                "/in",
                "//host/in",
                "ftp://a/b",
                "file:///etc/passwd",
                "gopher://h/",
                "unix:///run/docker.sock",
                "jar:http://h!/",
                "http://",
                "http:///path",
                "http:host",
                "http://u:p@host/",
                "http://public.example@127.0.0.1/",
                "http://h:99999/",
                "http://h:0/",
                "http://h:x/",
                "ht tp://x",
                "http://h h/",
                "http://127.1/",
                "http://2130706433/",
                "http://017700000001/",
                "http://0x7f000001/",
                "http://0x7f.1/",
                "http://0x7f.0.0.1/",
                "http://0177.0.0.1/",
                "http://127.0.0.01/",
                "http://127.0.0.256/",
                "http://127.0.0.1.1/",
                "http://127.0.0.1./",
                "http://localhost./",
                "http://example.com./",
                "http://1.2.3.0x4/",
                "http://[fe80::1%25eth0]/",
                "http://[::1%25lo]/",
                "http://[::1/",
                "http://[v1.a]/",
                "http://\u2460\u2461\u2466.0.0.1/",
                "http://\uff11\uff12\uff17.0.0.1/",
                "http://exa\u3002mple/",
                "http://127.0.0.1\\@public.example/"
            })
    void refusesWhatIsNoPlainAddress(String url) {
        assertThat(WebAddress.read(url)).as(url).isInstanceOf(WebAddress.Invalid.class);
    }

    @ParameterizedTest
    @CsvSource({
        "http://h/x,          h,        80,   false, /x",
        "HTTPS://h/x,         h,        443,  true,  /x",
        "http://h:8081/x?y=1, h,        8081, false, /x?y=1",
        "http://[::1]:9/,     ::1,      9,    false, /",
        "https://a.b.c,       a.b.c,    443,  true,  /",
        "http://10.0.0.1/a%20b,10.0.0.1,80,   false, /a%20b"
    })
    void readsHostPortAndTarget(String url, String host, int port, boolean tls, String target) {
        assertThat(WebAddress.read(url)).isInstanceOfSatisfying(WebAddress.Callable.class, callable -> {
            assertThat(callable.host()).isEqualTo(host);
            assertThat(callable.port()).isEqualTo(port);
            assertThat(callable.tls()).isEqualTo(tls);
            assertThat(callable.target()).isEqualTo(target);
        });
    }

    @ParameterizedTest
    @CsvSource({
        "https://h/a,    https://H:443/b, true",
        "http://h/a,     http://h:80,     true",
        "https://h/,     http://h:443/,   false",
        "https://h/,     https://h:8443/, false",
        "https://h/,     https://h.b/,    false"
    })
    void anOriginIsSchemeHostAndPort(String url, String other, boolean isSame) {
        assertThat(WebAddress.read(url))
                .isInstanceOfSatisfying(WebAddress.Callable.class, one -> assertThat(WebAddress.read(other))
                        .isInstanceOfSatisfying(WebAddress.Callable.class, two -> assertThat(one.isSameOrigin(two))
                                .isEqualTo(isSame)));
    }
}
