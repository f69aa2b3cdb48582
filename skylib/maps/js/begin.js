// Keeps a model listening to Python however slow its page is.
//
// anywidget gives a model two seconds by the clock to begin, and drops every message that comes
// for one that took longer. A slow computer that reads in BokehJS just then is not done in two
// seconds: its map would show the first position for ever. Whoever gets here has begun, so
// messages are taken in again, and what was dropped is asked for.

function initialize({ model }) {
  const own = model.set({}); // the model itself, not what anywidget shows of it
  const nothing = { content: { data: {} } };
  own._handle_comm_msg?.(nothing)?.catch?.(() => {
    const plain = Object.getPrototypeOf(Object.getPrototypeOf(own))._handle_comm_msg;
    if (!plain || !own.comm) return;
    own.comm.on_msg((message) => plain.call(own, message));
    own.comm.send({ method: "request_state" }, {});
  });
}
