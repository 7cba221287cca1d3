package dev.agenthost.im.lark.client;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.im.chat.calls.CallOutcome;
import dev.agenthost.im.chat.calls.QueryOutcome;
import dev.agenthost.im.lark.calls.LarkAnswer;
import dev.agenthost.im.lark.calls.LarkCall;
import io.smallrye.mutiny.Uni;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * Removes the reactions of an app to a message: it reads them, because a reaction is removed by its id
 * (https://open.larkoffice.com/document/uAjLw4CM/ukTMukTMukTM/reference/im-v1/message-reaction/list.md, .../delete.md). A repetition finds
 * none.
 */
final class ReactionRemoval {
    private final LarkClient client;
    private final LarkApp app;
    private final LarkCall call;
    private final BooleanSupplier maySend;

    ReactionRemoval(LarkClient client, LarkApp app, LarkCall call, BooleanSupplier maySend) {
        this.client = client;
        this.app = app;
        this.call = call;
        this.maySend = maySend;
    }

    Uni<CallOutcome> make() {
        String name = call.body().path("emoji_type").asText();
        String path = call.path() + "?page_size=50" + (name.isEmpty() ? "" : "&reaction_type=" + name);
        return client.query(app, path).chain(reactions -> switch (reactions) {
            case QueryOutcome.Answered(JsonNode data) -> remove(own(data));
            case QueryOutcome.Unsuccessful why -> Uni.createFrom().item(LarkAnswer.notMade(why));
        });
    }

    private List<String> own(JsonNode data) {
        return data.path("items")
                .valueStream()
                .filter(reaction ->
                        reaction.at("/operator/operator_type").asText().equals("app")
                                && reaction.at("/operator/operator_id").asText().equals(app.appId()))
                .map(reaction -> reaction.path("reaction_id").asText())
                .filter(id -> id.matches("[A-Za-z0-9_-]{1,256}"))
                .toList();
    }

    private Uni<CallOutcome> remove(List<String> ids) {
        if (ids.isEmpty()) {
            return Uni.createFrom().item(new CallOutcome.Accepted(null));
        }
        LarkCall removal = new LarkCall(
                "DELETE", call.path() + "/" + ids.getFirst(), call.body().objectNode());
        return client.call(app, removal, maySend)
                .chain(outcome -> outcome instanceof CallOutcome.Accepted
                        ? remove(ids.subList(1, ids.size()))
                        : Uni.createFrom().item(outcome));
    }
}
