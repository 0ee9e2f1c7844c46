(function () {
  "use strict";
  const race = JSON.parse(document.getElementById("race").textContent);
  const last = race.calls.length - 1;
  const SEGMENT = 3200, HOLD = 1400; // milliseconds from call to call, and at a call
  const ROOM = 30; // letters within the track
  const still = window.matchMedia("(prefers-reduced-motion: reduce)");
  const by = (id) => document.getElementById(id);
  const root = by("replay"), play = by("play"), slider = by("call");
  let at = 0, playing = false, frame = 0, timer = 0;

  // --- geometry: counter-clockwise from the finish line at the end of the lower straight ---
  const half = Math.PI * race.radius, lap = 2 * half + 2 * race.straight;
  function point(run, lane) {
    const r = race.radius + (lane - race.middle) * race.lane;
    const u = (((run - race.units) % lap) + lap) % lap;
    const right = race.x + race.straight / 2, left = race.x - race.straight / 2;
    if (u < half) return [right + r * Math.sin(u / race.radius), race.y + r * Math.cos(u / race.radius)];
    if (u < half + race.straight) return [right - (u - half), race.y - r];
    if (u < lap - race.straight) {
      const angle = (u - half - race.straight) / race.radius;
      return [left - r * Math.sin(angle), race.y - r * Math.cos(angle)];
    }
    return [left + (u - (lap - race.straight)), race.y + r];
  }

  // --- where each horse is at each call: its last place again once it is out ---
  const track = {};
  for (const horse of race.horses) {
    let spot = { run: 0, lane: 0 };
    track[horse.post] = race.calls.map((call) => {
      const row = call.order.find((one) => one.post === horse.post);
      const gone = !row || row.back === null;
      if (!gone) spot = { run: call.at * race.units - row.back, lane: row.lane };
      return { run: spot.run, lane: spot.lane, gone };
    });
  }

  const NS = "http://www.w3.org/2000/svg";
  const discs = {}, names = {}, cloths = {};
  for (const horse of race.horses.slice().reverse()) {
    const group = document.createElementNS(NS, "g");
    group.setAttribute("class", "runner");
    const circle = document.createElementNS(NS, "circle"), text = document.createElementNS(NS, "text");
    circle.setAttribute("r", 12);
    circle.setAttribute("fill", horse.cloth);
    text.setAttribute("fill", horse.ink);
    text.textContent = horse.post;
    group.append(circle, text);
    by("oval").append(group);
    discs[horse.post] = group;
    names[horse.post] = horse.name;
    cloths[horse.post] = horse;
  }

  function draw(time) {
    const from = Math.min(Math.floor(time), last), to = Math.min(from + 1, last), part = time - from;
    for (const post in discs) {
      const a = track[post][from], b = track[post][to];
      const [x, y] = point(a.run + (b.run - a.run) * part, a.lane + (b.lane - a.lane) * part);
      discs[post].setAttribute("transform", "translate(" + x.toFixed(1) + " " + y.toFixed(1) + ")");
      discs[post].setAttribute("class", (part > 0.5 ? b : a).gone ? (a.run > 0 ? "runner gone" : "runner never") : "runner");
    }
  }

  function part(name, text) {
    const made = document.createElement("span");
    made.className = name;
    made.textContent = text;
    return made;
  }

  function item(row) {
    const made = document.createElement("li");
    const cloth = part("cloth", row.post);
    cloth.style.background = cloths[row.post].cloth;
    cloth.style.color = cloths[row.post].ink;
    made.dataset.post = row.post;
    made.append(part("at", row.position === null ? "" : row.position), cloth, part("horse", names[row.post]), part("gap", row.gap));
    if (row.note) made.append(part("note", row.note));
    return made;
  }

  // At a call: the order, what is said, and which buttons can be used.
  function arrive(number) {
    at = number;
    const call = race.calls[at];
    const front = call.order.filter((row) => row.position === 1).map((row) => row.post);
    const leaders = front.map((post) => names[post]).join(", ");
    draw(at);
    for (const row of call.order.slice().reverse()) by("oval").append(discs[row.post]); // the leader on top
    root.dataset.call = call.call;
    by("name").textContent = call.name;
    by("leader").textContent = leaders.length <= ROOM ? leaders : "No. " + front.slice(0, 6).join(", ") + (front.length > 6 ? " ..." : "");
    by("order-name").textContent = "Order: " + call.name;
    by("order").replaceChildren(...call.order.map(item));
    by("said").textContent = call.name + ". " + call.text;
    slider.value = at;
    slider.setAttribute("aria-valuetext", call.name);
    by("back").disabled = by("first").disabled = at === 0;
    by("next").disabled = at === last;
  }

  function pause() {
    playing = false;
    play.textContent = "Play";
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  }

  function run() {
    if (at === last) return pause();
    if (still.matches || race.calls[at].at === race.calls[at + 1].at) return reach(at + 1);
    const length = SEGMENT * (last === 2 ? 2 : 1);
    let began = 0;
    frame = requestAnimationFrame(function move(now) {
      began = began || now;
      const part = Math.min((now - began) / length, 1);
      draw(at + part);
      if (part < 1) frame = requestAnimationFrame(move);
      else reach(at + 1);
    });
  }

  function reach(number) {
    arrive(number);
    if (at === last) pause();
    else timer = setTimeout(run, HOLD);
  }

  function toggle() {
    if (playing) {
      pause();
      return arrive(at);
    }
    if (at === last) arrive(0);
    playing = true;
    play.textContent = "Pause";
    run();
  }

  function go(number) {
    pause();
    arrive(Math.max(0, Math.min(last, number)));
  }

  play.addEventListener("click", toggle);
  by("first").addEventListener("click", () => go(0));
  by("back").addEventListener("click", () => go(at - 1));
  by("next").addEventListener("click", () => go(at + 1));
  slider.addEventListener("input", () => go(Number(slider.value)));
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (event.target.closest("button, input, summary, a, .scroll")) return;
    const act = { " ": toggle, ArrowRight: () => go(at + 1), ArrowLeft: () => go(at - 1), Home: () => go(0), End: () => go(last) }[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  });

  root.hidden = false;
  arrive(0);
})();
