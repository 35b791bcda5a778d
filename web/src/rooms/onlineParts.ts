// What an online room adds to the game table, in one module to load.
import "./online.css";

export { attachOnline } from "./effects";
export { OnlineActs, OnlineTabs } from "./OnlineActions";
export { OnlineSide } from "./OnlineSide";
export { Again, Requests } from "./Requests";
export { WaitingRoom } from "./WaitingRoom";
