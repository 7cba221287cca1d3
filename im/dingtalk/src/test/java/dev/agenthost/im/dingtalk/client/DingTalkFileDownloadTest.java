package dev.agenthost.im.dingtalk.client;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.agenthost.im.chat.calls.FileAnswer;
import dev.agenthost.im.dingtalk.inbound.DingTalkFile;
import dev.agenthost.platform.egress.AddressPolicy;
import dev.agenthost.platform.egress.AllowList;
import dev.agenthost.platform.egress.http.EgressClient;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DingTalkFileDownloadTest {
    private static final Vertx VERTX = Vertx.vertx();
    private static final byte[] CONTENT = {1, 2, 3};
    private static final DingTalkFile IMAGE = new DingTalkFile("image", "code-1", null);

    private DingTalkFileServer platform;

    @BeforeEach
    void start() throws IOException {
        platform = new DingTalkFileServer("dingclient1", "secret-1");
        platform.offer("code-1", CONTENT);
    }

    @AfterEach
    void stop() {
        platform.close();
    }

    @AfterAll
    static void end() {
        VERTX.close();
    }

    @Test
    void aFileIsFetchedWhereThePlatformHasIt() {
        DingTalkFileDownload downloads = downloads(true);
        assertThat(download(downloads, IMAGE, "secret-1", 3))
                .isInstanceOfSatisfying(FileAnswer.Received.class, received -> {
                    assertThat(received.content()).isEqualTo(CONTENT);
                    assertThat(received.path()).isEqualTo("image");
                });
        assertThat(download(downloads, new DingTalkFile("file", "code-1", "a.pdf"), "secret-1", 3))
                .isInstanceOfSatisfying(FileAnswer.Received.class, received -> assertThat(received.path())
                        .isEqualTo("a.pdf"));
        assertThat(platform.hadToken())
                .as("the server of the files needs no token")
                .isFalse();
        assertThat(platform.tokens()).isEqualTo(1);
    }

    @Test
    void aLargerFileIsNotRead() {
        assertThat(download(IMAGE, "secret-1", 2)).isEqualTo(new FileAnswer.TooLarge());
    }

    @Test
    void aTokenThatIsRefusedIsReplacedOnce() {
        DingTalkFileDownload downloads = downloads(true);
        download(downloads, IMAGE, "secret-1", 3);
        platform.revoke();

        assertThat(download(downloads, IMAGE, "secret-1", 3)).isInstanceOf(FileAnswer.Received.class);
        assertThat(platform.tokens()).isEqualTo(2);
        assertThat(platform.calls()).isEqualTo(3);
    }

    @Test
    void aPlatformThatRefusesEveryTokenIsAskedTwice() {
        platform.refuseTokens();

        assertThat(download(IMAGE, "secret-1", 3)).isInstanceOf(FileAnswer.Failed.class);
        assertThat(platform.calls()).isEqualTo(2);
    }

    @Test
    void anUnknownCodeIsRefused() {
        assertThat(download(new DingTalkFile("image", "code-2", null), "secret-1", 3))
                .isEqualTo(new FileAnswer.Refused("code invalidParameter.downloadCode"));
    }

    @Test
    void aFileThatLeadsElsewhereIsNotFollowed() {
        platform.redirect("code-3");

        assertThat(download(new DingTalkFile("image", "code-3", null), "secret-1", 3))
                .isEqualTo(new FileAnswer.Elsewhere("the platform redirects"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"file:///etc/passwd", "no address", "ftp://127.0.0.1/a"})
    void aLocationThatIsNoAddressOfTheWebIsNotCalled(String location) {
        platform.locate("code-3", location);

        assertThat(download(new DingTalkFile("image", "code-3", null), "secret-1", 3))
                .isInstanceOf(FileAnswer.Elsewhere.class);
    }

    @ParameterizedTest
    @CsvSource({"302,Elsewhere", "403,Refused", "404,Refused", "429,Failed", "500,Failed", "503,Failed"})
    void aFailureIsNamed(int status, String outcome) {
        platform.fail(status);

        assertThat(download(IMAGE, "secret-1", 3).getClass().getSimpleName()).isEqualTo(outcome);
    }

    @Test
    void withoutTheRightSecretNoFileIsAskedFor() {
        assertThat(download(IMAGE, "other", 3))
                .isEqualTo(new FileAnswer.Unconfigured("the platform gives no token: status 400"));
        assertThat(platform.calls()).isZero();
    }

    @Test
    void aPrivateNetworkIsNotCalled() {
        assertThat(download(downloads(false), IMAGE, "secret-1", 3)).isInstanceOf(FileAnswer.Elsewhere.class);
        assertThat(platform.tokens()).isZero();
    }

    private FileAnswer download(DingTalkFile file, String secret, int most) {
        return download(downloads(true), file, secret, most);
    }

    private FileAnswer download(DingTalkFileDownload by, DingTalkFile file, String secret, int most) {
        DingTalkApp app = DingTalkApp.of(
                JsonNodeFactory.instance
                        .objectNode()
                        .put("client_id", "dingclient1")
                        .put("api_url", platform.url()),
                secret);
        return by.download(app, file, most).await().atMost(Duration.ofSeconds(20));
    }

    private static DingTalkFileDownload downloads(boolean isPrivateAllowed) {
        EgressClient outbound = new EgressClient(
                VERTX, new AddressPolicy(isPrivateAllowed, AllowList.parse(List.of())), 4, Duration.ofSeconds(2));
        Duration timeout = Duration.ofSeconds(5);
        return new DingTalkFileDownload(
                outbound, new DingTalkTokens(outbound, timeout, InstantSource.system()), timeout);
    }
}
