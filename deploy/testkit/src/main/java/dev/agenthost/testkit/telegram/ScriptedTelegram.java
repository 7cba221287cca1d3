package dev.agenthost.testkit.telegram;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.agenthost.testkit.AnswerHold;
import dev.agenthost.testkit.http.CallReader;
import dev.agenthost.testkit.http.RecordedCall;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/**
 * A Bot API server on loopback with one bot, whose chats the test sees. It follows the pages of core.telegram.org/bots/api that its methods
 * name; what they do not say is marked as assumed. It was never compared with Telegram itself.
 */
public final class ScriptedTelegram implements AutoCloseable {
    private static final Map<String, String> FILE_METHODS = Map.of(
            "sendphoto", "photo",
            "senddocument", "document",
            "sendanimation", "animation",
            "sendvideo", "video",
            "sendaudio", "audio",
            "sendvoice", "voice");

    /** Identifiers of updates begin with some positive number (https://core.telegram.org/bots/api#update). */
    private static final long MOST_UPDATES = 1L << 40;

    private final String token;
    private final ObjectNode bot;
    private final HttpServer server;
    private final TelegramChats chats;
    private final TelegramUpdates updates;
    private final WebhookDelivery webhook;
    private final List<RecordedCall> calls = new CopyOnWriteArrayList<>();
    private final Map<String, Deque<TelegramFault>> faults = new ConcurrentHashMap<>();
    private final Map<String, byte[]> files = new ConcurrentHashMap<>();
    private final AnswerHold hold = new AnswerHold();
    private final SlowChats slow = new SlowChats();
    private final Map<String, String> paths = new ConcurrentHashMap<>();
    private final Map<String, String> redirects = new ConcurrentHashMap<>();
    private final AtomicLong nextOfPerson = new AtomicLong(1);
    private final AtomicInteger unauthorized = new AtomicInteger();
    private volatile LongConsumer onMessage = chat -> {};

    /** @param token of the bot; the digits before the colon are its user id */
    public ScriptedTelegram(String token, String username) throws IOException {
        this(token, username, 0);
    }

    /** @param port on loopback; 0 for a free one */
    public ScriptedTelegram(String token, String username, int port) throws IOException {
        this.token = token;
        bot = JsonNodeFactory.instance.objectNode();
        bot.put("id", Long.parseLong(token.substring(0, token.indexOf(':')))).put("is_bot", true);
        bot.put("first_name", username).put("username", username);
        chats = new TelegramChats(bot);
        updates = new TelegramUpdates(ThreadLocalRandom.current().nextLong(1, MOST_UPDATES));
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", this::serve);
        server.start();
        webhook = new WebhookDelivery(updates, this::performInAnswer);
    }

    /** The bot does not learn the outcome (https://core.telegram.org/bots/api#making-requests-when-getting-updates). */
    private void performInAnswer(ObjectNode parameters) {
        RecordedCall call = new RecordedCall(parameters.path("method").asText(), parameters, Map.of(), Instant.now());
        calls.add(call);
        try {
            perform(call);
        } catch (BotApiRefusal refusal) {
            // Nobody receives it.
        }
    }

    /** Returns the address that stands for {@code https://api.telegram.org}. */
    public String baseUrl() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /** A person writes to the bot in a private chat; returns the id of the update. */
    public long write(long personId, String text) {
        ObjectNode message = JsonNodeFactory.instance.objectNode();
        message.put("message_id", nextOfPerson.getAndIncrement());
        message.put("date", Instant.now().getEpochSecond()).put("text", text);
        message.putObject("from").put("id", personId).put("is_bot", false).put("first_name", "P" + personId);
        message.putObject("chat").put("id", personId).put("type", "private");
        chats.receive(message);
        return updates.add("message", message);
    }

    /** Adds an update of any type; returns its id. */
    public long update(String type, ObjectNode content) {
        return updates.add(type, content);
    }

    /** Returns the number of updates that the bot has not confirmed. */
    public int pending() {
        return updates.pending();
    }

    /** Returns the messages that a chat shows, in their order. */
    public List<ObjectNode> messages(long chatId) {
        return chats.messages(chatId);
    }

    /** Returns the draft that a chat shows; an empty object for none. */
    public ObjectNode draft(long chatId) {
        return chats.draft(chatId);
    }

    /** A draft grows too old. */
    public void expireDraft(long chatId) {
        chats.expireDraft(chatId);
    }

    /** A person blocks the bot: each call for the chat is 403. */
    public void block(long chatId) {
        chats.block(chatId);
    }

    /** A group becomes a supergroup with another id. */
    public void move(long from, long to) {
        chats.move(from, to);
    }

    /** An administrator removes a message. */
    public void remove(long chatId, long messageId) {
        chats.removeByPerson(chatId, messageId);
    }

    /** Offers a file for download. */
    public void offer(String fileId, byte[] content) {
        files.put(fileId, content);
    }

    /** Names another path of a file, as a server in local mode does (https://core.telegram.org/bots/api#using-a-local-bot-api-server). */
    public void relocate(String fileId, String path) {
        paths.put(fileId, path);
    }

    /** Answers the download of a file with a redirect. Telegram does not do this; whoever is between may. */
    public void redirect(String fileId, String url) {
        redirects.put(fileId, url);
    }

    /** Lets the next call of a method fail; several faults are used in their order. */
    public void failNext(String method, TelegramFault fault) {
        faults.computeIfAbsent(method.toLowerCase(Locale.ROOT), key -> new ArrayDeque<>())
                .add(fault);
    }

    /**
     * Holds back the answers of messages from now on.
     *
     * @param isLost true for chats whose calls have no effect
     */
    public void holdAnswers(LongPredicate isLost) {
        hold.begin(isLost);
    }

    /** Returns the number of calls whose answers are held back. */
    public int heldAnswers() {
        return hold.count();
    }

    /** Closes the connections of the held answers; later calls are answered. */
    public void dropAnswers() {
        hold.drop();
    }

    /** Takes the calls for a chat one after another, each for this time. */
    public void slowDown(long chatId, Duration eachCall) {
        slow.add(chatId, eachCall);
    }

    /** Calls {@code each} with the chat of every message that the bot sends from now on. */
    public void onMessage(LongConsumer each) {
        onMessage = each;
    }

    /** Shortens the longest text of a message. */
    public void limitTexts(int longest) {
        chats.limitTexts(longest);
    }

    /** Returns the calls of a method that arrived. */
    public List<RecordedCall> calls(String method) {
        return calls.stream()
                .filter(call -> call.method().equalsIgnoreCase(method))
                .toList();
    }

    /** Returns the number of calls with another token. */
    public int unauthorized() {
        return unauthorized.get();
    }

    private void serve(HttpExchange exchange) throws IOException {
        try (exchange) {
            String[] path = exchange.getRequestURI().getPath().split("/");
            if (path.length >= 4 && path[1].equals("file")) {
                serveFile(exchange, path);
                return;
            }
            if (path.length != 3 || !path[1].startsWith("bot")) {
                send(exchange, new BotApiRefusal(404, "Not Found"));
                return;
            }
            if (!path[1].equals("bot" + token)) {
                unauthorized.incrementAndGet();
                send(exchange, new BotApiRefusal(401, "Unauthorized"));
                return;
            }
            RecordedCall call = CallReader.read(path[2], exchange);
            calls.add(call);
            answer(exchange, call);
        }
    }

    private void answer(HttpExchange exchange, RecordedCall call) throws IOException {
        if (call.method().equalsIgnoreCase("sendMessage")
                && hold.take(call.parameters().path("chat_id").asLong(), () -> perform(call))) {
            return;
        }
        slow.take(call.parameters().path("chat_id").asLong());
        TelegramFault fault = nextFault(call.method());
        try {
            switch (fault) {
                case TelegramFault.TooManyRequests(long seconds) -> throw BotApiRefusal.tooManyRequests(seconds);
                case TelegramFault.ServerError() -> throw new BotApiRefusal(500, "Internal Server Error");
                case TelegramFault.Refusal(int code, String description) -> throw new BotApiRefusal(code, description);
                case TelegramFault.LostCall() -> {}
                case TelegramFault.LostAnswer() -> perform(call);
                case TelegramFault.Pass() -> send(exchange, perform(call));
                case null -> send(exchange, perform(call));
            }
        } catch (BotApiRefusal refusal) {
            send(exchange, refusal);
        }
        // An exchange that is closed without an answer closes its connection.
    }

    private @Nullable TelegramFault nextFault(String method) {
        Deque<TelegramFault> waiting = faults.get(method.toLowerCase(Locale.ROOT));
        if (waiting == null) {
            return null;
        }
        synchronized (waiting) {
            return waiting.poll();
        }
    }

    /** Methods are case-insensitive (https://core.telegram.org/bots/api#making-requests). */
    private JsonNode perform(RecordedCall call) {
        ObjectNode parameters = call.parameters();
        String method = call.method().toLowerCase(Locale.ROOT);
        String file = FILE_METHODS.get(method);
        if (file != null) {
            byte[] content = call.files().get(file);
            if (content == null) {
                throw BotApiRefusal.badRequest("there is no " + file + " in the request");
            }
            return chats.sendFile(file, content, parameters);
        }
        return switch (method) {
            case "getme" -> bot;
            case "setwebhook" -> done(() -> updates.setWebhook(parameters));
            case "deletewebhook" -> done(() -> updates.deleteWebhook(parameters));
            case "getwebhookinfo" -> updates.info();
            case "getupdates" -> getUpdates(parameters);
            case "sendmessage" -> sendMessage(parameters);
            case "editmessagetext" -> chats.editMessageText(parameters);
            case "deletemessage" -> done(() -> chats.deleteMessage(parameters));
            case "setmessagereaction" -> done(() -> chats.setMessageReaction(parameters));
            case "sendmessagedraft" -> done(() -> chats.sendMessageDraft(parameters));
            case "sendchataction", "answercallbackquery" -> BooleanNode.TRUE;
            case "getfile" -> getFile(parameters);
            default -> throw new BotApiRefusal(404, "Not Found");
        };
    }

    private JsonNode sendMessage(ObjectNode parameters) {
        ObjectNode message = chats.sendMessage(parameters);
        onMessage.accept(message.path("chat").path("id").asLong());
        return message;
    }

    private JsonNode getUpdates(ObjectNode parameters) {
        try {
            return updates.getUpdates(parameters);
        } catch (InterruptedException end) {
            Thread.currentThread().interrupt();
            throw new BotApiRefusal(500, "Internal Server Error");
        }
    }

    /** At most 20 MB (https://core.telegram.org/bots/api#getfile). */
    private JsonNode getFile(ObjectNode parameters) {
        String id = parameters.path("file_id").asText();
        byte[] content = files.get(id);
        if (content == null) {
            throw BotApiRefusal.badRequest("wrong file_id or the file is temporarily unavailable");
        }
        if (content.length > 20_000_000) {
            throw BotApiRefusal.badRequest("file is too big");
        }
        ObjectNode file = JsonNodeFactory.instance.objectNode();
        return file.put("file_id", id)
                .put("file_unique_id", "u" + id)
                .put("file_size", content.length)
                .put("file_path", paths.getOrDefault(id, "documents/" + id));
    }

    /** {@code /file/bot<token>/<file_path>} (https://core.telegram.org/bots/api#getfile). */
    private void serveFile(HttpExchange exchange, String[] path) throws IOException {
        String redirect = redirects.get(path[path.length - 1]);
        if (redirect != null) {
            exchange.getResponseHeaders().add("Location", redirect);
            exchange.sendResponseHeaders(302, -1);
            return;
        }
        if (!exchange.getRequestMethod().equals("GET")) {
            send(exchange, new BotApiRefusal(404, "Not Found"));
            return;
        }
        byte[] content = files.get(path[path.length - 1]);
        if (!path[2].equals("bot" + token) || content == null) {
            send(exchange, new BotApiRefusal(404, "Not Found"));
            return;
        }
        exchange.sendResponseHeaders(200, content.length == 0 ? -1 : content.length);
        exchange.getResponseBody().write(content);
    }

    private static JsonNode done(Runnable change) {
        change.run();
        return BooleanNode.TRUE;
    }

    private static void send(HttpExchange exchange, JsonNode result) throws IOException {
        ObjectNode answer = JsonNodeFactory.instance.objectNode().put("ok", true);
        answer.set("result", result);
        send(exchange, 200, answer);
    }

    private static void send(HttpExchange exchange, BotApiRefusal refusal) throws IOException {
        send(exchange, refusal.code(), refusal.answer());
    }

    private static void send(HttpExchange exchange, int status, ObjectNode answer) throws IOException {
        byte[] bytes = answer.toString().getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().add("Content-Type", "application/json");
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
    }

    @Override
    public void close() {
        webhook.close();
        server.stop(0);
    }
}
