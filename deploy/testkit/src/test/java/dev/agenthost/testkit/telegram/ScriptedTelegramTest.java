package dev.agenthost.testkit.telegram;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScriptedTelegramTest {
    private static final String TOKEN = "4000:AAF-secret";
    private static final ObjectMapper JSON = new ObjectMapper();

    private final HttpClient client = HttpClient.newHttpClient();
    private ScriptedTelegram telegram;

    @BeforeEach
    void start() throws IOException {
        telegram = new ScriptedTelegram(TOKEN, "shop_bot");
    }

    @AfterEach
    void stop() {
        telegram.close();
        client.close();
    }

    @Test
    void saysWhoTheBotIs() {
        assertThat(call("getMe", "{}").at("/result/username").asText()).isEqualTo("shop_bot");
        assertThat(call("GETME", "{}").at("/result/id").asLong()).isEqualTo(4000);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "sendMessage | {\"chat_id\":7,\"text\":\"  \"} | 400 | message text is empty",
                "sendMessage | {\"text\":\"hi\"} | 400 | chat not found",
                "sendMessage | {\"chat_id\":7,\"text\":\"hi\",\"entities\":[{\"type\":\"bold\",\"offset\":1,\"length\":2}]} | 400 | entity beyond",
                "sendMessage | {\"chat_id\":7,\"text\":\"hi\",\"reply_parameters\":{\"message_id\":9}} | 400 | replied not found",
                "editMessageText | {\"chat_id\":7,\"message_id\":9,\"text\":\"hi\"} | 400 | message to edit not found",
                "deleteMessage | {\"chat_id\":7,\"message_id\":9} | 400 | message to delete not found",
                "sendMessageDraft | {\"chat_id\":-7,\"draft_id\":1,\"text\":\"hi\"} | 400 | only in private chats",
                "sendMessageDraft | {\"chat_id\":7,\"draft_id\":0,\"text\":\"hi\"} | 400 | non-zero",
                "getFile | {\"file_id\":\"x\"} | 400 | wrong file_id",
                "sendDocument | {\"chat_id\":7} | 400 | no document",
                "setWebhook | {\"url\":\"http://127.0.0.1:1\",\"secret_token\":\"a b\"} | 400 | unallowed characters",
                "noMethod | {} | 404 | Not Found",
            })
    void refusesWhatTelegramRefuses(String method, String parameters, int code, String description) {
        JsonNode answer = call(method, parameters);

        assertThat(answer.path("ok").asBoolean()).isFalse();
        assertThat(answer.path("error_code").asInt()).isEqualTo(code);
        assertThat(answer.path("description").asText()).contains(description);
    }

    @Test
    void refusesATextThatIsTooLong() {
        assertThat(call("sendMessage", "{\"chat_id\":7,\"text\":\"" + "x".repeat(4097) + "\"}")
                        .path("description")
                        .asText())
                .contains("message is too long");
    }

    @Test
    void anotherTokenIsUnauthorized() {
        assertThat(post(telegram.baseUrl() + "/bot4000:other/getMe", "{}")
                        .path("error_code")
                        .asInt())
                .isEqualTo(401);
    }

    @Test
    void aMessageEndsTheDraftAndAnEditWithoutAChangeIsRefused() {
        call("sendMessageDraft", "{\"chat_id\":7,\"draft_id\":5,\"text\":\"par\"}");
        assertThat(telegram.draft(7).path("text").asText()).isEqualTo("par");

        long id = call("sendMessage", "{\"chat_id\":7,\"text\":\"part\"}")
                .at("/result/message_id")
                .asLong();
        String edit = "{\"chat_id\":7,\"message_id\":" + id + ",\"text\":\"%s\"}";

        assertThat(telegram.draft(7)).isEmpty();
        assertThat(call("editMessageText", edit.formatted("part"))
                        .path("description")
                        .asText())
                .contains("message is not modified");
        assertThat(call("editMessageText", edit.formatted("whole")).path("ok").asBoolean())
                .isTrue();
        assertThat(telegram.messages(7))
                .singleElement()
                .satisfies(message -> assertThat(message.path("text").asText()).isEqualTo("whole"));
    }

    @Test
    void faultsHappenOnceInTheirOrder() {
        telegram.failNext("sendMessage", new TelegramFault.TooManyRequests(3));
        telegram.failNext("sendMessage", new TelegramFault.LostAnswer());
        String send = "{\"chat_id\":7,\"text\":\"hi\"}";

        JsonNode refused = call("sendMessage", send);

        assertThat(refused.at("/parameters/retry_after").asInt()).isEqualTo(3);
        assertThat(telegram.messages(7)).isEmpty();
        assertThatThrownBy(() -> call("sendMessage", send)).hasRootCauseInstanceOf(IOException.class);
        assertThat(telegram.messages(7)).hasSize(1);
    }

    @Test
    void aBlockedBotAndAMovedGroupHaveTheirAnswers() {
        telegram.block(7);
        telegram.move(-77, -1009);

        assertThat(call("sendMessage", "{\"chat_id\":7,\"text\":\"x\"}")
                        .path("error_code")
                        .asInt())
                .isEqualTo(403);
        assertThat(call("sendMessage", "{\"chat_id\":-77,\"text\":\"x\"}")
                        .at("/parameters/migrate_to_chat_id")
                        .asLong())
                .isEqualTo(-1009);
    }

    @Test
    void updatesStayUntilTheyAreConfirmed() {
        long first = telegram.write(5001, "one");
        long second = telegram.write(5001, "two");

        assertThat(call("getUpdates", "{}").path("result")).hasSize(2);
        assertThat(call("getUpdates", "{\"offset\":" + second + "}").path("result"))
                .hasSize(1);
        assertThat(call("getUpdates", "{\"offset\":" + (second + 1) + "}").path("result"))
                .isEmpty();
        assertThat(second).isEqualTo(first + 1);
    }

    @Test
    void aLongPollEndsWithTheNextUpdateAndASecondPollEndsTheFirst() throws Exception {
        CompletableFuture<JsonNode> first = CompletableFuture.supplyAsync(() -> call("getUpdates", "{\"timeout\":30}"));
        Awaitility.await().until(() -> telegram.calls("getUpdates").size() == 1);
        CompletableFuture<JsonNode> second =
                CompletableFuture.supplyAsync(() -> call("getUpdates", "{\"timeout\":30}"));

        assertThat(first.get().path("error_code").asInt()).isEqualTo(409);
        telegram.write(5001, "hi");

        assertThat(second.get().path("result")).hasSize(1);
    }

    @Test
    void theWebhookReceivesUpdatesWithTheSecretUntilItAnswersWith2xx() throws IOException {
        List<String> received = new CopyOnWriteArrayList<>();
        HttpServer bot = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        bot.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        bot.createContext("/", exchange -> {
            received.add(exchange.getRequestHeaders().getFirst("X-Telegram-Bot-Api-Secret-Token"));
            exchange.getRequestBody().readAllBytes();
            exchange.sendResponseHeaders(received.size() == 1 ? 503 : 200, -1);
            exchange.close();
        });
        bot.start();
        call(
                "setWebhook",
                "{\"url\":\"http://127.0.0.1:" + bot.getAddress().getPort() + "/\",\"secret_token\":\"s_1\"}");

        telegram.write(5001, "hi");

        Awaitility.await().until(() -> telegram.pending() == 0);
        assertThat(received).containsExactly("s_1", "s_1");
        assertThat(call("getUpdates", "{}").path("error_code").asInt()).isEqualTo(409);
        bot.stop(0);
    }

    @Test
    void filesAreUploadedAndDownloaded() throws Exception {
        telegram.offer("f1", "content".getBytes(StandardCharsets.UTF_8));
        String body = "--b\r\nContent-Disposition: form-data; name=\"chat_id\"\r\n\r\n7\r\n"
                + "--b\r\nContent-Disposition: form-data; name=\"document\"; filename=\"a.txt\"\r\nContent-Type: text/plain\r\n\r\nhé\r\n--b--\r\n";
        HttpRequest upload = HttpRequest.newBuilder(URI.create(telegram.baseUrl() + "/bot" + TOKEN + "/sendDocument"))
                .header("Content-Type", "multipart/form-data; boundary=b")
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();

        JsonNode sent = JSON.readTree(
                client.send(upload, HttpResponse.BodyHandlers.ofString()).body());
        String path =
                call("getFile", "{\"file_id\":\"f1\"}").at("/result/file_path").asText();
        String downloaded = client.send(
                        HttpRequest.newBuilder(URI.create(telegram.baseUrl() + "/file/bot" + TOKEN + "/" + path))
                                .build(),
                        HttpResponse.BodyHandlers.ofString())
                .body();

        assertThat(sent.at("/result/document/file_size").asInt()).isEqualTo(3);
        assertThat(downloaded).isEqualTo("content");
    }

    private JsonNode call(String method, String parameters) {
        return post(telegram.baseUrl() + "/bot" + TOKEN + "/" + method, parameters);
    }

    private JsonNode post(String url, String body) {
        try {
            HttpRequest request = HttpRequest.newBuilder(URI.create(url))
                    .header("Content-Type", "application/json")
                    .POST(HttpRequest.BodyPublishers.ofString(body))
                    .build();
            return JSON.readTree(
                    client.send(request, HttpResponse.BodyHandlers.ofString()).body());
        } catch (IOException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
