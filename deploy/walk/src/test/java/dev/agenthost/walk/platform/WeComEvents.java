package dev.agenthost.walk.platform;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.testkit.wecom.ScriptedWeCom;
import dev.agenthost.testkit.wecom.SignedWeComCallback;
import dev.agenthost.testkit.wecom.WeComMessage;
import java.io.IOException;
import java.io.StringReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Instant;
import java.util.concurrent.ThreadLocalRandom;
import javax.xml.xpath.XPathExpressionException;
import javax.xml.xpath.XPathFactory;
import org.xml.sax.InputSource;

/** Callbacks as WeCom sends them (https://developer.work.weixin.qq.com/document/path/90239, .../path/90240). */
final class WeComEvents {
    static final String CORP = "ww1a2b3c4d5e6f7a8b";
    static final String TOKEN = "token_of_callbacks";
    static final String KEY = "abcdefghijklmnopqrstuvwxyz0123456789ABCDEFG";

    private static final SignedWeComCallback.Sender SENDER = new SignedWeComCallback.Sender(TOKEN, KEY, CORP);

    private WeComEvents() {}

    /** A person writes to the application. */
    static String text(String userId, String content) {
        return event(
                userId,
                "<MsgType><![CDATA[text]]></MsgType><Content><![CDATA[" + content + "]]></Content><MsgId>"
                        + ThreadLocalRandom.current().nextLong(1, Long.MAX_VALUE) + "</MsgId>");
    }

    /** A person presses a button of a card. */
    static String press(WeComMessage card, String label, String userId) {
        String key = card.content()
                .path("button_list")
                .valueStream()
                .filter(button -> button.path("text").asText().equals(label))
                .findFirst()
                .orElseThrow()
                .path("key")
                .asText();
        return event(
                userId,
                "<MsgType><![CDATA[event]]></MsgType><Event><![CDATA[template_card_event]]></Event><EventKey><![CDATA["
                        + key + "]]></EventKey><TaskId><![CDATA["
                        + card.content().path("task_id").asText()
                        + "]]></TaskId><CardType><![CDATA[button_interaction]]></CardType>"
                        + "<ResponseCode><![CDATA[response-1]]></ResponseCode>");
    }

    private static String event(String userId, String content) {
        return "<xml><ToUserName><![CDATA[" + CORP + "]]></ToUserName><FromUserName><![CDATA[" + userId
                + "]]></FromUserName><CreateTime>" + Instant.now().getEpochSecond() + "</CreateTime>" + content
                + "<AgentID>" + ScriptedWeCom.AGENT + "</AgentID></xml>";
    }

    /**
     * Returns the text that an answer to a press puts in the place of the buttons
     * (https://developer.work.weixin.qq.com/document/path/90241).
     *
     * @param body encrypted and signed
     * @param userId of the person who pressed
     */
    static String replaceName(String body, String userId) throws XPathExpressionException {
        String document = SignedWeComCallback.answer(body, SENDER);
        String text = XPathFactory.newInstance()
                .newXPath()
                .evaluate(
                        "/xml[ToUserName='" + userId + "'][FromUserName='" + CORP
                                + "'][MsgType='update_button']/Button/ReplaceName",
                        new InputSource(new StringReader(document)));
        assertThat(text).as(document).isNotEmpty();
        return text;
    }

    /** @param document the callback before its encryption */
    static HttpResponse<String> post(String webhook, String document) throws IOException, InterruptedException {
        SignedWeComCallback signed = SignedWeComCallback.of(document, SENDER, Instant.now());
        HttpRequest request = HttpRequest.newBuilder(URI.create(webhook + "?msg_signature=" + signed.signature()
                        + "&timestamp=" + signed.timestamp() + "&nonce=" + signed.nonce()))
                .header("Content-Type", "text/xml")
                .POST(HttpRequest.BodyPublishers.ofString(signed.body()))
                .build();
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(request, HttpResponse.BodyHandlers.ofString());
        }
    }
}
